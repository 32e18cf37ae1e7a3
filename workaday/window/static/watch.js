// Watching a run: the moment (slider, keys, play), news of a run that goes on, the keyboard. Pages themselves are the
// server's; htmx fetches them and morphs what is there, so that focus stays and only what changed moves.
"use strict";
(() => {
  const one = (selector) => document.querySelector(selector);
  const data = () => one("#watch").dataset;
  const slider = one("#slider");
  const clock = one("#clock");
  const zone = slider.dataset.zone;
  const words = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone, weekday: "short", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", hour12: false,
  });
  const told = (at) => {
    const part = Object.fromEntries(words.formatToParts(new Date(at * 1000)).map((each) => [each.type, each.value]));
    return `${part.weekday} ${part.day} ${part.month}, ${part.hour === "24" ? "00" : part.hour}:${part.minute}`;
  };

  // One page is fetched at a time; of those asked for meanwhile the last counts.
  let busy = false;
  let wanted = null;
  const load = async (address, push) => {
    wanted = { address, push };
    if (busy) return;
    busy = true;
    while (wanted) {
      const { address: next, push: pushed } = wanted;
      wanted = null;
      try {
        await htmx.ajax("GET", next, { target: "#watch", swap: "morph:outerHTML", source: document.body });
        if (pushed) history.pushState({}, "", next); else history.replaceState(history.state, "", next);
      } catch { /* the server is gone: what is shown stays */ }
    }
    busy = false;
  };
  document.addEventListener("htmx:configRequest", (event) => {
    event.detail.headers["Workaday-Columns"] = matchMedia("(max-width: 46rem)").matches ? "2" : "4";
  });

  // Links and searches within a run are pages of the same kind: fetched and morphed.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("#watch a[href^='/']") : null;
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    load(link.getAttribute("href"), true);
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("#watch form")) return;
    event.preventDefault();
    load(`${event.target.getAttribute("action")}?${new URLSearchParams(new FormData(event.target))}`, true);
  });
  const address = (changes, path) => {
    const url = new URL(location.href);
    if (path) url.pathname = path;
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name); else url.searchParams.set(name, value);
    }
    return url.pathname + url.search;
  };
  const goto = (at, push = false) => load(address({ at, event: null, page: null }), push);
  const follow = () => load(address({ at: null, event: null, page: null }), true);
  const show = (at) => {
    clock.textContent = told(at);
    slider.setAttribute("aria-valuetext", told(at));
  };

  slider.addEventListener("input", () => { show(Number(slider.value)); goto(Number(slider.value)); });
  one("#moment").addEventListener("submit", (event) => event.preventDefault());

  // After every page: the slider, the clock and the title follow.
  let pointed = "";
  let read = "";
  const settle = () => {
    const now = data();
    if (document.activeElement !== slider || now.follows === "yes") {
      slider.max = now.end;
      slider.value = now.at;
      show(Number(now.at));
    }
    document.title = now.title;
    const latest = one("[data-live]");
    latest.textContent = now.ended === "yes" ? "Latest" : "Live";
    latest.setAttribute("aria-pressed", String(now.follows === "yes" && now.ended !== "yes"));
    for (const button of document.querySelectorAll("[data-go]")) {
      button.disabled = !(camel(button.dataset.go) in now);
    }
    const event = new URL(location.href).searchParams.get("event") || "";
    if (event && event !== pointed) {
      const element = one(`main #e${CSS.escape(event)}, main #m${CSS.escape(event)}`);
      if (element) element.scrollIntoView({ block: "center" });
    }
    const said = one("#said");
    const place = said ? `${said.dataset.thread} ${said.childElementCount}` : "";
    if (said && place !== read && !event) said.scrollTop = said.scrollHeight;
    read = place;
    pointed = event;
    labelTheme();
  };
  const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const labelTheme = () => window.workaday.labelTheme();
  document.addEventListener("htmx:afterSettle", settle);
  window.addEventListener("popstate", () => load(location.pathname + location.search, false));

  // Steps, and playing on its own.
  const step = (name) => {
    const at = data()[camel(name)];
    if (at !== undefined) { goto(Number(at)); return true; }
    return false;
  };
  let playing = null;
  const play = () => {
    const button = one("[data-play]");
    if (playing) { clearInterval(playing); playing = null; } else {
      playing = setInterval(() => { if (!busy && !step("next")) play(); }, 400);
    }
    button.setAttribute("aria-pressed", String(Boolean(playing)));
    button.setAttribute("aria-label", playing ? "Stop" : "Play");
  };
  const help = one("#help");

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-go],[data-play],[data-live],[data-help],[data-copy],svg.lanes") : null;
    if (!target) return;
    if (target.dataset.go) step(target.dataset.go);
    else if ("play" in target.dataset) play();
    else if ("live" in target.dataset) follow();
    else if ("help" in target.dataset) help.showModal();
    else if (target.dataset.copy) {
      navigator.clipboard.writeText(target.dataset.copy).then(() => { target.textContent = "Copied"; }, () => {});
    } else if (target.matches("svg.lanes") && !event.target.closest("a")) {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(target.getScreenCTM().inverse());
      const { start, end } = target.dataset;
      if (point.x >= 0) goto(Math.round(Number(start) + (Number(end) - Number(start)) * Math.min(point.x / 1000, 1)));
    }
  });

  // The keyboard.
  const chosen = () => { try { return localStorage.getItem("workaday-keys") !== "off"; } catch { return true; } };
  const box = one("[data-shortcuts]");
  box.checked = chosen();
  box.addEventListener("change", () => {
    try { localStorage.setItem("workaday-keys", box.checked ? "on" : "off"); } catch { /* for this page alone */ }
  });
  const keys = {
    j: () => step("next"), k: () => step("previous"), ".": () => step("next_mark"), ",": () => step("previous_mark"),
    "]": () => step("next_day"), "[": () => step("previous_day"), p: play, l: follow,
    "/": () => one("#search").focus(), t: () => window.workaday.toggleTheme(), "?": () => help.showModal(),
    x: () => load(address({ who: null, q: null, sort: null, page: null }), true),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || !box.checked) return;
    if (event.target instanceof Element && event.target.matches("input:not([type=range]), textarea, select")) return;
    const tabs = document.querySelectorAll(".views a");
    const number = Number(event.key);
    if (number >= 1 && number <= tabs.length) tabs[number - 1].click();
    else if (Object.hasOwn(keys, event.key)) keys[event.key]();
    else return;
    event.preventDefault();
  });

  // News.
  let seen = null;
  let due = null;
  const refresh = () => {
    if (due) return;
    due = setTimeout(() => { due = null; if (!playing && !busy) load(location.pathname + location.search, false); }, 400);
  };
  const news = new EventSource("/live");
  news.onmessage = (event) => {
    const now = JSON.parse(event.data);
    const before = seen;
    seen = now;
    if (!before && now.indexed === Number(data().indexed)) {
      if (now.scoring || now.comparing) return;
      if (location.pathname !== "/points" && location.pathname !== "/forks") return;
    }
    const grown = !before || now.indexed !== before.indexed;
    if (grown) htmx.trigger(one("#line"), "grown");
    slider.max = Math.max(Number(slider.max), now.latest);
    const asked = !before || now.scoring !== before.scoring || now.comparing !== before.comparing;
    if ((grown && data().follows === "yes") || now.ended !== (data().ended === "yes")
      || (asked && ["/points", "/forks"].includes(location.pathname))) refresh();
  };

  settle();
  document.documentElement.dataset.ready = "yes";
})();
