// Names for controls that the theme and the widget manager leave without one, for readers who listen to the page.
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

  document.addEventListener("DOMContentLoaded", function () {
    nameControls();
    nameLatecomers();
    new MutationObserver(nameLatecomers).observe(document.body, { childList: true, subtree: true });
  });
})();
