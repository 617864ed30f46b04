import { paletteCss } from "../../platform/brand.ts"

/** The base, form controls and buttons of all HTML that the emulator serves: its own pages and the emulated OAuth provider. */
export const controls = `
:root {
  color-scheme: light dark;
${paletteCss}  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  color: var(--text);
  background: var(--page);
}
*, ::before, ::after { box-sizing: border-box }
body { margin: 0 }
h1, h2, h3, p, ul, dl, dd, pre, figure { margin: 0; padding: 0 }
ul { list-style: none }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere }
.muted { color: var(--muted) }

button, .button { display: inline-flex; align-items: center; justify-content: center; gap: 0.4rem; min-height: 2.25rem;
  padding: 0 0.85rem; font: inherit; font-size: 0.875rem; font-weight: 550; border: 1px solid var(--border);
  border-radius: 0.5rem; background: var(--card); color: var(--text); text-decoration: none; cursor: pointer; white-space: nowrap }
button:hover, .button:hover { background: var(--fill) }
button:active, .button:active { border-color: var(--input) }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
.primary:hover { background: var(--accent-strong); border-color: var(--accent-strong) }

label, legend { font-size: 0.875rem; font-weight: 550 }
.field { display: grid; gap: 0.25rem; grid-template-columns: minmax(0, 1fr) }
input:not([type=checkbox], [type=radio]), select, textarea { width: 100%; min-height: 2.5rem; padding: 0.4rem 0.7rem; font: inherit;
  color: inherit; background: var(--card); border: 1px solid var(--input); border-radius: 0.5rem }
input[type=checkbox], input[type=radio] { flex: none; width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--accent) }
.check { display: flex; gap: 0.5rem; align-items: center; min-height: 1.75rem; font-weight: 400 }
.check label { font-weight: 400 }

:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
@media (prefers-reduced-motion: no-preference) {
  a, button, .button, input, select, textarea, summary, ::before, ::after { transition: 0.12s ease-out;
    transition-property: color, background-color, border-color, transform }
}
@media (pointer: coarse) {
  button, .button, .check, select, input:not([type=checkbox], [type=radio]) { min-height: 3rem !important }
  input, select, textarea { font-size: 1rem !important }
}
`
