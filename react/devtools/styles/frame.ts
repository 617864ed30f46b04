/**
 * The styles of the button, and of the panel's frame.
 *
 * @since 0.1.0
 */

/** The colors, the button and the frame. */
export const frame = `
:host {
  all: initial;
  color-scheme: light dark;
  --bg: light-dark(#fff, #17171b);
  --raised: light-dark(#f6f6f8, #1f1f25);
  --hover: light-dark(#ececf0, #2a2a32);
  --text: light-dark(#18181b, #ededf0);
  --muted: light-dark(#5b5b66, #a3a3ae);
  --line: light-dark(#e0e0e6, #32323b);
  --accent: light-dark(#2a52be, #93b1ff);
  --on-accent: light-dark(#fff, #10131c);
  --good: light-dark(#12633b, #7cd9a5);
  --bad: light-dark(#b3201d, #ff9b94);
  --warn: light-dark(#824a04, #f2bf6b);
  --info: light-dark(#2a52be, #93b1ff);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
:host([data-theme="light"]) { color-scheme: light; }
:host([data-theme="dark"]) { color-scheme: dark; }
*, *::before, *::after { box-sizing: border-box; }
h2, h3, h4, p, ul, ol, dl, dd, pre { margin: 0; padding: 0; }
ul, ol { list-style: none; }
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
  border: 1px solid var(--line);
  border-radius: 50%;
  background: var(--bg);
  box-shadow: 0 2px 10px rgb(0 0 0 / 0.2);
  cursor: pointer;
}
.launcher:hover { background: var(--hover); }
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
  background: var(--bg);
  box-shadow: 0 0 24px rgb(0 0 0 / 0.18);
}
.panel[data-dock="bottom"] {
  inset: auto 0 0 0;
  max-height: calc(100dvh - 48px);
  border-top: 1px solid var(--line);
}
.panel[data-dock="right"] {
  inset: 0 0 0 auto;
  max-width: calc(100vw - 48px);
  border-left: 1px solid var(--line);
}
.resizer { position: absolute; z-index: 2; touch-action: none; }
.resizer:hover, .resizer:focus-visible { background: var(--accent); outline: none; }
.panel[data-dock="bottom"] .resizer { inset: 0 0 auto 0; height: 5px; cursor: ns-resize; }
.panel[data-dock="right"] .resizer { inset: 0 auto 0 0; width: 5px; cursor: ew-resize; }

.head { display: flex; align-items: center; gap: 8px; padding: 8px 8px 4px 14px; }
.brand { display: flex; align-items: center; gap: 6px; font-size: 14px; font-weight: 650; }
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
.icon-button:hover { background: var(--hover); }
.button {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 30px;
  padding: 3px 10px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--raised);
  color: var(--text);
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
}
.button:hover:not(:disabled) { background: var(--hover); }
.button:disabled { opacity: 0.55; cursor: default; }
.button[aria-pressed="true"] { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }

.tabs {
  display: flex;
  flex: none;
  gap: 2px;
  overflow-x: auto;
  padding: 0 10px;
  border-bottom: 1px solid var(--line);
  scrollbar-width: none;
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
.tabs button:hover { color: var(--text); }
.tabs button[aria-selected="true"] { border-bottom-color: var(--accent); color: var(--text); font-weight: 600; }
.view { position: relative; flex: 1; min-height: 0; overflow: auto; padding: 14px; }

@media (width <= 640px) {
  .panel[data-dock] {
    inset: auto 0 0 0;
    width: auto !important;
    max-width: none;
    border-top: 1px solid var(--line);
    border-left: 0;
  }
  .panel[data-dock="right"] { height: 60dvh; }
  .panel .resizer[aria-orientation] { inset: 0 0 auto 0; width: auto; height: 9px; cursor: ns-resize; }
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
@media (prefers-reduced-motion: no-preference) {
  .launcher, .button, .icon-button { transition: background 120ms; }
}
`
