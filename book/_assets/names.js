// Names for controls that the theme and the widget manager leave without one, for readers who listen to the page.
(function () {
  function nameControls() {
    // icon glyphs are no words, and a label must not differ from the words that are seen
    document.querySelectorAll("i[class*='fa-']").forEach(function (icon) {
      icon.setAttribute("aria-hidden", "true");
      icon.removeAttribute("title");
    });
    document.querySelectorAll(".search-button-field, details.hide > summary").forEach(function (control) {
      control.removeAttribute("aria-label");
    });
    document.querySelectorAll(".bd-links li.has-children > details > summary").forEach(function (summary) {
      summary.setAttribute("aria-label", "Pages below " + summary.closest("li").querySelector("a").textContent);
    });
    document.querySelectorAll(".citation-list[role=list]").forEach(function (list) { list.removeAttribute("role"); });
  }

  // a slider's handle takes the name of its label; widgets are drawn after the page is loaded
  function nameSliders() {
    document.querySelectorAll(".widget-slider").forEach(function (slider) {
      var label = slider.querySelector(".widget-label"), handle = slider.querySelector(".noUi-handle");
      if (label && handle) { handle.setAttribute("aria-label", label.textContent || "value"); }
    });
  }

  document.addEventListener("DOMContentLoaded", function () {
    nameControls();
    new MutationObserver(nameSliders).observe(document.body, { childList: true, subtree: true });
  });
})();
