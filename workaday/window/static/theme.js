// The theme that was chosen, before anything is drawn; and the button that changes it.
"use strict";
(() => {
  const root = document.documentElement;
  const wanted = () => { try { return localStorage.getItem("workaday-theme"); } catch { return null; } };
  const dark = () => root.dataset.theme === "dark"
    || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const told = wanted();
  if (told === "dark" || told === "light") root.dataset.theme = told;
  const label = () => {
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.textContent = dark() ? "Light" : "Dark";
      button.setAttribute("aria-label", dark() ? "Switch to the light theme" : "Switch to the dark theme");
    }
  };
  const toggle = () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("workaday-theme", root.dataset.theme); } catch { /* it holds for this page alone */ }
    label();
  };
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-theme-toggle]")) toggle();
  });
  document.addEventListener("DOMContentLoaded", label);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label);
  window.workaday = { ...(window.workaday || {}), toggleTheme: toggle, labelTheme: label };
})();
