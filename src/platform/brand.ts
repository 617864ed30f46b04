/**
 * The brand of what Latchkey shows itself: the emulator's pages, DevTools, the playground and the documentation. The components
 * have the app's look instead.
 */

/** The colors, each for light and for dark pages. Texts have a contrast of 4.5 on `card`, `page` and their fill. */
const palette = {
  text: ["#18181b", "#f4f4f5"],
  muted: ["#5d5d66", "#a5a5ae"],
  page: ["#f7f7f8", "#111113"],
  card: ["#fff", "#1b1b1f"],
  fill: ["#ededf0", "#2b2b31"],
  border: ["#e2e2e6", "#313136"],
  input: ["#84848d", "#7d7d87"],
  accent: ["#0b6b58", "#74d6bd"],
  "accent-strong": ["#08503f", "#9be5d1"],
  "accent-fill": ["#e1f0eb", "#14312a"],
  "on-accent": ["#fff", "#06231c"],
  success: ["#166534", "#5fd88a"],
  "success-fill": ["#e3f5e9", "#12301d"],
  warning: ["#7c4205", "#f5c04e"],
  "warning-fill": ["#fef3d7", "#3a2c0c"],
  danger: ["#b91c1c", "#fb8a8a"],
  "danger-fill": ["#fdeaea", "#3b1616"],
  "on-danger": ["#fff", "#2b0a07"]
} as const

/** The colors as custom properties in CSS. */
export const paletteCss: string = Object.entries(palette)
  .map(([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});\n`)
  .join("")

/** The logo: a key on a tile. It stands beside the name, so that screen readers skip it. */
export const logo: string =
  `<svg xmlns="http://www.w3.org/2000/svg" width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">` +
  `<rect width="32" height="32" rx="8" fill="${palette.accent[0]}"/>` +
  `<g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">` +
  `<circle cx="11.5" cy="20.5" r="4.5"/><path d="M14.8 17.2 24 8M20 12l3 3M17.2 14.8l2.2 2.2"/></g></svg>`
