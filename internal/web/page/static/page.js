// Keeps the page live while somebody looks at it. Parts are exchanged in place, so that
// focus, scroll, a selection, an open detail and a half-written answer stay. Without this
// script every list, search and button works by a full page.
"use strict";

const every = 5000;

// What a person has opened or written is his, whatever the server sends.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !((name === "open" && element.tagName === "DETAILS") || name === "selected" || name === "checked" ||
    (name === "value" && element.matches("input:not([type=hidden]), textarea")));
Idiomorph.defaults.ignoreActiveValue = true;

const lost = () => document.getElementById("lost");

document.body.addEventListener("htmx:afterSwap", () => {
  lost().hidden = true;
  const main = document.getElementById("main");
  document.querySelector("link[rel=icon]").href = `/icon.svg?needs=${main.dataset.needs}&level=${main.dataset.level}`;
});
for (const trouble of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.body.addEventListener(trouble, () => { lost().hidden = false; });
}

// Whoever chooses or writes something is not disturbed.
function busy() {
  const active = document.activeElement;
  return document.hidden || String(window.getSelection()) !== "" || active?.matches("#main textarea, #main select");
}

// A page that renews itself keeps nobody logged in.
document.body.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.triggeringEvent?.type === "live") {
    event.detail.headers["X-Live"] = "1";
  }
});

setInterval(() => {
  if (!busy()) {
    htmx.trigger("#main", "live");
  }
}, every);

// What was done is told first.
document.getElementById("effect")?.focus();

// Order files may be dropped anywhere on the page of files.
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    const upload = document.getElementById("upload");
    if (!upload) {
      return;
    }
    event.preventDefault();
    upload.classList.toggle("over", name === "dragover");
    if (name === "drop" && event.dataTransfer.files.length > 0) {
      upload.closest("details")?.setAttribute("open", "");
      upload.elements.file.files = event.dataTransfer.files;
      limit(upload);
      upload.elements.file.focus();
    }
  });
}

// Files that are too large are not sent for nothing.
function limit(upload) {
  const size = Array.from(upload.elements.file.files).reduce((sum, file) => sum + file.size, 0);
  upload.elements.file.setCustomValidity(size > Number(upload.dataset.largest) ? upload.dataset.tooLarge : "");
}
document.addEventListener("change", (event) => {
  if (event.target.form?.id === "upload") {
    limit(event.target.form);
  }
});
