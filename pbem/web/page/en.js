/* The words of the page: each text stands in one catalogue, `en.json`, and is put here by its name. */
import TEXTS from "./texts.js";

export const en = (name, values = {}) => TEXTS[name].replace(/\{(\w+)\}/g, (_, value) => String(values[value]));
