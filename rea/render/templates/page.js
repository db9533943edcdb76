"use strict";
// Without this script every citation leads to its lines further down; with it they open beside the text.
(() => {
  const viewer = document.getElementById("viewer");
  const title = document.getElementById("viewer-title");
  const position = document.getElementById("viewer-position");
  const lines = document.getElementById("viewer-lines");
  const count = document.querySelectorAll("details[id^='source-']").length;
  let shown = 0;

  // Only nodes of this page are copied: no text is ever read as markup.
  const show = (number) => {
    const source = document.getElementById(`source-${number}`);
    if (!source) return;
    shown = number;
    title.replaceChildren(...[...source.querySelector("summary").childNodes].map((node) => node.cloneNode(true)));
    position.textContent = position.dataset.form.replace("#", String(number));
    lines.replaceChildren(...[...source.querySelector(".lines").childNodes].map((node) => node.cloneNode(true)));
    if (!viewer.open) viewer.showModal();
    title.focus();
    const cited = lines.querySelector(".cited");
    lines.scrollTop = 0;
    if (cited) lines.scrollTop = cited.getBoundingClientRect().top - lines.getBoundingClientRect().top - 90;
  };
  const step = (by) => {
    if (count) show(((shown - 1 + by + count) % count) + 1);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-source]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(Number(link.dataset.source));
  });
  document.getElementById("viewer-previous").addEventListener("click", () => step(-1));
  document.getElementById("viewer-next").addEventListener("click", () => step(1));
  document.getElementById("viewer-close").addEventListener("click", () => viewer.close());
  viewer.addEventListener("click", (event) => {
    if (event.target === viewer) viewer.close();
  });
  viewer.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") step(1);
    if (event.key === "p") step(-1);
  });

  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    const source = target && target.closest("details");
    if (source) source.open = true;
  };
  window.addEventListener("hashchange", reveal);
  reveal();

  // On paper nothing can be opened any more.
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const item of closed) item.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const item of closed) item.open = false;
  });
})();
