// Typesets the mathematics of the built pages once, at build time: `node tools/typeset.mjs FOLDER TEMML`.
//
// Sphinx leaves TeX between \( and \), or \[ and \], in elements of the class "math"; here it becomes MathML, which a
// browser shows without a script. A formula that cannot be read fails the build. Pages that hold none are left alone.
// A browser may break a line on both sides of a formula: a bracket or a stop that touches it is tied to it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, temmlFile] = process.argv.slice(2);
const { default: temml } = await import(pathToFileURL(temmlFile));

const MACROS = JSON.parse(readFileSync(new URL("macros.json", import.meta.url), "utf8"));
const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'", "#39": "'" };
const FORMULA = /([([“‘]*)<(span|div) class="math[^"]*"([^>]*)>([^]*?)<\/\2>([.,;:!?)\]”’]*(?:-\p{L}+)?)/gu;
const IN_TITLE = /(<title>)([^]*?)(<\/title>)/;
const plain = (text) => text.replace(/&(lt|gt|amp|quot|#x27|#39);/g, (_, name) => ENTITIES[name]);
const failures = [];

function formula(page, whole, before, tag, attributes, content, after) {
  const text = plain(content).replace(/^\s*\([\d.]+\)/, "").trim(), display = text.startsWith("\\[");
  if (!display && !text.startsWith("\\(")) { return whole; }
  try {
    const found = temml.renderToString(text.slice(2, -2), { displayMode: display, macros: { ...MACROS }, throwOnError: true });
    if (display) { return `${before}<div class="formula"${attributes}>${found}</div>${after}`; }
    return before || after ? `<span class="tied">${before}${found}${after}</span>` : found;
  } catch (error) {
    failures.push(`${page}: ${error.message}`);
    return whole;
  }
}

// The title of a window holds no markup: of its formulas the letters remain.
const words = (text) => text.replace(/\\\(([^]*?)\\\)/g, (_, tex) =>
  plain(temml.renderToString(plain(tex), { macros: { ...MACROS } }).replace(/<annotation[^]*?<\/annotation>|<[^>]+>/g, "")));

for (const entry of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html"))) {
  const place = join(folder, entry), text = readFileSync(place, "utf8");
  const found = text.replace(FORMULA, (...parts) => formula(entry, ...parts))
    .replace(IN_TITLE, (_, start, title, end) => start + words(title) + end);
  if (found !== text) { writeFileSync(place, found); }
}
if (failures.length) {
  console.error(failures.join("\n"));
  process.exit(1);
}
