"use strict";
// Without this script the form leads to the answer all the same, only without telling how far it is.
(() => {
  const form = document.getElementById("ask");
  if (!form) return;
  const byId = (id) => document.getElementById(id);
  const [progress, stage, bar, stop, fault] = ["progress", "stage", "bar", "stop", "fault"].map(byId);
  const button = form.querySelector("button[type=submit]");
  let source = null;

  const rest = () => {
    if (source) source.close();
    source = null;
    progress.hidden = true;
    button.disabled = false;
  };
  const complain = (text) => {
    rest();
    fault.textContent = text;
    fault.hidden = false;
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    rest();
    fault.hidden = true;
    stage.textContent = "Starting";
    bar.removeAttribute("value");
    progress.hidden = false;
    button.disabled = true;
    source = new EventSource(`${form.dataset.events}?${new URLSearchParams(new FormData(form))}`);
    source.addEventListener("stage", ({ data }) => {
      const { text, share } = JSON.parse(data);
      stage.textContent = text;
      if (share === null) bar.removeAttribute("value");
      else bar.value = share;
    });
    source.addEventListener("answer", ({ data }) => {
      const { address } = JSON.parse(data);
      rest();
      location.assign(address);
    });
    source.addEventListener("fault", ({ data }) => {
      const { text, step } = JSON.parse(data);
      complain(`${text} ${step}`.trim());
    });
    source.onerror = () => complain("The server does not answer any more. Is `rea serve` still running?");
  });
  stop.addEventListener("click", () => {
    rest();
    byId("q").focus();
  });
  // A page that comes back from the browser's memory must not seem to be at work.
  addEventListener("pageshow", rest);
})();
