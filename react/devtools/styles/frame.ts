import { paletteCss } from "../../../src/platform/brand.ts"

/** The colors, the button and the frame. */
export const frame = `
:host {
  all: initial;
  color-scheme: light dark;
${paletteCss}  --shade: light-dark(rgb(0 0 0 / 0.22), rgb(255 255 255 / 0.22));
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
:host([data-theme="light"]) { color-scheme: light; }
:host([data-theme="dark"]) { color-scheme: dark; }
*, *::before, *::after { box-sizing: border-box; }
h2, h3, h4, p, ul, ol, dl, dd, pre { margin: 0; padding: 0; }
ul, ol { list-style: none; }
::placeholder { color: var(--muted); opacity: 1; }
button, input, select { font: inherit; color: inherit; margin: 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }

.launcher, .panel {
  position: fixed;
  z-index: 2147483000;
  color: var(--text);
  font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
.launcher {
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 1px solid var(--border);
  border-radius: 50%;
  background: var(--card);
  box-shadow: 0 2px 10px rgb(0 0 0 / 0.2);
  cursor: pointer;
}
.launcher:hover { background: var(--fill); }
.launcher:focus-visible { outline-offset: 2px; }
.launcher[data-position^="bottom"] { bottom: var(--latchkey-devtools-bottom, max(12px, env(safe-area-inset-bottom))); }
.launcher[data-position^="top"] { top: 12px; }
.launcher[data-position$="right"] { right: 12px; }
.launcher[data-position$="left"] { left: 12px; }

.panel {
  container: panel / inline-size;
  display: flex;
  flex-direction: column;
  overflow: hidden;
  background: var(--card);
  box-shadow: 0 0 24px rgb(0 0 0 / 0.18);
}
.panel[data-dock="bottom"] {
  inset: auto 0 0 0;
  max-height: calc(100dvh - 48px);
  border-top: 1px solid var(--border);
}
.panel[data-dock="right"] {
  inset: 0 0 0 auto;
  max-width: calc(100vw - 48px);
  border-left: 1px solid var(--border);
}
.resizer { position: absolute; z-index: 2; touch-action: none; }
/* Only the edge is visible, but it can be dragged by the area beside it, below the controls. */
.panel[data-dock="bottom"] .resizer { inset: 0 0 auto 0; height: 24px; cursor: ns-resize; }
.panel[data-dock="right"] .resizer { inset: 0 auto 0 0; width: 12px; cursor: ew-resize; }
.resizer:focus-visible { outline: none; }
.panel[data-dock] .resizer:is(:hover, :focus-visible) { border: 0 solid var(--accent); border-width: 4px 0 0; }
.panel[data-dock="right"] .resizer:is(:hover, :focus-visible) { border-width: 0 0 0 4px; }

.head { display: flex; align-items: center; gap: 8px; padding: 8px 8px 4px 14px; }
.brand { display: flex; align-items: center; gap: 6px; font-size: 14px; font-weight: 650; }
.actions, .tabs { position: relative; z-index: 3; }
.actions { display: flex; align-items: center; gap: 4px; margin-left: auto; min-width: 0; }
.status { overflow: hidden; color: var(--muted); font-size: 12px; text-overflow: ellipsis; white-space: nowrap; }
.narrow { display: none; }
.icon { flex: none; }
.icon-button {
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  padding: 0;
  border: 0;
  border-radius: 6px;
  background: none;
  cursor: pointer;
}
.icon-button:hover { background: var(--fill); }
.button {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 30px;
  padding: 3px 10px;
  border: 1px solid var(--border);
  border-radius: 6px;
  background: var(--page);
  color: var(--text);
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
}
.button:hover:not(:disabled) { background: var(--fill); }
.button:disabled { opacity: 0.55; cursor: default; }
.button[aria-pressed="true"] { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }

.styles-notice { max-height: 40%; padding: 4px 14px 8px; overflow: auto; overflow-wrap: anywhere; }
.styles-notice summary { color: var(--warning); font-weight: 600; cursor: pointer; }
.styles-notice :is(ul, p) { margin-top: 8px; }
.styles-notice code { font-family: var(--mono); }

.tabs {
  display: flex;
  flex: none;
  gap: 2px;
  overflow-x: auto;
  padding: 0 10px;
  border-bottom: 1px solid var(--border);
  scrollbar-width: none;
  /* A shadow at the side where more tabs are. The first two layers scroll with the tabs, and cover it at the end. */
  background:
    linear-gradient(to right, var(--card) 40%, transparent) left / 36px 100% local no-repeat,
    linear-gradient(to left, var(--card) 40%, transparent) right / 36px 100% local no-repeat,
    linear-gradient(to right, var(--shade), transparent) left / 14px 100% no-repeat,
    linear-gradient(to left, var(--shade), transparent) right / 14px 100% no-repeat,
    var(--card);
}
.tabs button {
  padding: 6px 10px 7px;
  border: 0;
  border-bottom: 2px solid transparent;
  background: none;
  color: var(--muted);
  white-space: nowrap;
  cursor: pointer;
}
/* Reserves the width of the selected tab, so that a selection does not move the others. */
.tabs button::after {
  display: block;
  height: 0;
  overflow: hidden;
  font-weight: 600;
  visibility: hidden;
  content: attr(data-name) / "";
}
.tabs button:hover { color: var(--text); }
.tabs button[aria-selected="true"] { border-bottom-color: var(--accent); color: var(--text); font-weight: 600; }
.view { position: relative; flex: 1; min-height: 0; overflow: auto; padding: 14px; }

@media (width <= 640px) {
  .panel[data-dock] {
    inset: auto 0 0 0;
    width: auto !important;
    max-width: none;
    border-top: 1px solid var(--border);
    border-left: 0;
  }
  .panel[data-dock="right"] { height: 60dvh; }
  .panel[data-dock] .resizer { inset: 0 0 auto 0; width: auto; height: 24px; cursor: ns-resize; }
  .panel[data-dock] .resizer:is(:hover, :focus-visible) { border-width: 4px 0 0; }
  .dock-button { display: none; }
  .icon-button { width: 40px; height: 40px; }
  .button { min-height: 40px; }
  .tabs button { min-height: 40px; }
}
@container panel (width <= 560px) {
  .wide { display: none; }
  .narrow { display: inline; }
  .status { position: absolute; width: 1px; height: 1px; clip-path: inset(50%); }
}
@media (forced-colors: active) {
  .button[aria-pressed="true"], .node[data-current="true"] rect { forced-color-adjust: none; }
  .row[aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
}
@media (prefers-reduced-motion: no-preference) {
  .launcher, .button, .icon-button { transition: background 120ms; }
}
`
