// Slides of a part: keys go from one to the next, and the address names the one that is shown.
"use strict";
const slides = [...document.querySelectorAll(".slide")];

function shown() {
  const middle = innerHeight / 2;
  return slides.findIndex((slide) => slide.getBoundingClientRect().bottom > middle);
}

function show(number) {
  const slide = slides[Math.max(0, Math.min(slides.length - 1, number))];
  slide.scrollIntoView();
  history.replaceState(null, "", slide.id ? `#${slide.id}` : location.pathname);
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const onward = event.key === " " ? !event.shiftKey : ["ArrowRight", "ArrowDown", "PageDown"].includes(event.key);
  const back = event.key === " " ? event.shiftKey : ["ArrowLeft", "ArrowUp", "PageUp"].includes(event.key);
  if (onward || back) show(shown() + (onward ? 1 : -1));
  else if (event.key === "Home") show(0);
  else if (event.key === "End") show(slides.length - 1);
  else return;
  event.preventDefault();
});
