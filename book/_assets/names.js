// What the theme and the widget manager leave undone: names of controls, for readers who listen, and the scroll spy's aim.
(function () {
  function each(selector, action) { document.querySelectorAll(selector).forEach(action); }

  // what the page brings: a label must not differ from the words that are seen
  function nameControls() {
    each("i[class*='fa-']", function (icon) { icon.setAttribute("aria-hidden", "true"); });
    each(".search-button-field, details.hide > summary", function (control) { control.removeAttribute("aria-label"); });
    each(".bd-links li.has-children > details > summary", function (summary) {
      summary.setAttribute("aria-label", "Pages below " + summary.closest("li").querySelector("a").textContent);
    });
    each(".citation-list[role=list]", function (list) { list.removeAttribute("role"); });
  }

  // what is drawn later: icons are pictures, their titles no words; a slider's handle takes the name of its label
  function nameLatecomers() {
    each(".theme-switch", function (icon) { icon.setAttribute("aria-hidden", "true"); });
    each(".theme-switch title", function (title) { title.remove(); });
    each(".widget-slider", function (slider) {
      var label = slider.querySelector(".widget-label"), handle = slider.querySelector(".noUi-handle");
      if (label && handle) { handle.setAttribute("aria-label", label.textContent || "value"); }
    });
  }

  // the theme's scroll spy looks for a list of contents that is not there, takes all links instead, and stumbles over dots
  function aimScrollSpy() {
    if (document.querySelector("nav.page-toc")) { document.body.setAttribute("data-bs-target", "nav.page-toc"); }
    else { document.body.removeAttribute("data-bs-spy"); }
  }

  document.addEventListener("DOMContentLoaded", function () {
    aimScrollSpy();
    nameControls();
    nameLatecomers();
    new MutationObserver(nameLatecomers).observe(document.body, { childList: true, subtree: true });
  });
})();
