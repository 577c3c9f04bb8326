// Keeps the page fresh: every few seconds, while somebody looks at it, the server
// renders it anew and the main part is put in place of the old one. What was folded
// open stays open. Without this script the page works as it was when loaded.
"use strict";

const every = 5000;

async function refresh() {
  const lost = document.getElementById("lost");
  try {
    const answer = await fetch("/", { cache: "no-store", headers: { "X-Live": "1" }, signal: AbortSignal.timeout(every) });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(text);
    }
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const old = document.querySelector("main");
    const main = document.adoptNode(fresh.querySelector("main"));
    for (const details of old.querySelectorAll("details[open][id]")) {
      const same = main.querySelector("#" + CSS.escape(details.id));
      if (same) {
        same.open = true;
      }
    }
    old.replaceWith(main);
    document.title = fresh.title;
    lost.hidden = true;
  } catch (error) {
    lost.hidden = false;
  }
}

setInterval(() => {
  // a selection would be lost by the exchange
  if (!document.hidden && !String(window.getSelection())) {
    refresh();
  }
}, every);
