/** Styles for texts, badges, lists and the state diagram. */
export const content = `
h3 { margin-bottom: 6px; font-size: 13px; font-weight: 650; }
h4 { margin: 14px 0 4px; font-size: 12px; font-weight: 650; }
.quiet { color: var(--muted); }
.small { font-size: 12px; }
.mono, code { font: 12px/1.5 var(--mono); }
.break { overflow-wrap: anywhere; }
.code {
  overflow-x: auto;
  padding: 8px 10px;
  border: 1px solid var(--border);
  border-radius: 6px;
  background: var(--page);
  font: 12px/1.5 var(--mono);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
.badge {
  display: inline-block;
  padding: 0 7px;
  border: 1px solid currentColor;
  border-radius: 99px;
  font-size: 11px;
  line-height: 17px;
  white-space: nowrap;
}
.badge[data-tone="quiet"] { color: var(--muted); }
.badge[data-tone="good"] { color: var(--success); }
.badge[data-tone="bad"] { color: var(--danger); }
.badge[data-tone="warn"] { color: var(--warning); }
.badge[data-tone="info"] { color: var(--accent); }

.empty { display: grid; gap: 8px; max-width: 62ch; margin: 8px auto; text-align: left; }
.empty h3 { margin: 0; font-size: 14px; }
.empty p { color: var(--muted); }

.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr)); gap: 18px 28px; }
.columns > .status-line { grid-column: 1 / -1; }
.status-line { color: var(--muted); }
.status-line[data-error="true"] { color: var(--danger); }
.session { grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); }
.stack { display: grid; gap: 16px; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; align-items: baseline; }
.fact { display: contents; }
.facts dt { color: var(--muted); }
.facts dd { min-width: 0; overflow-wrap: anywhere; }
progress {
  display: block;
  width: 100%;
  max-width: 280px;
  height: 6px;
  margin: 5px 0;
  border: 0;
  border-radius: 3px;
  overflow: hidden;
  background: var(--border);
  appearance: none;
}
progress::-webkit-progress-bar { background: var(--border); }
progress::-webkit-progress-value { background: var(--accent); }
progress::-moz-progress-bar { background: var(--accent); }

.diagram { display: block; width: 100%; max-width: 560px; margin-bottom: 8px; }
.diagram text { fill: var(--muted); font: 12.5px system-ui, sans-serif; text-anchor: middle; }
.diagram marker path { fill: none; stroke: var(--muted); stroke-width: 1.4; }
.diagram #arrow-last path { stroke: var(--accent); }
.edge text { paint-order: stroke; stroke: var(--card); stroke-width: 4px; }
.edge path { fill: none; stroke: var(--input); stroke-width: 1.4; }
.edge[data-last="true"] path { stroke: var(--accent); stroke-width: 2; }
.edge[data-last="true"] text { fill: var(--accent); font-weight: 600; }
.node rect { fill: var(--page); stroke: var(--input); stroke-width: 1.4; }
.node text { fill: var(--muted); font-size: 14px; dominant-baseline: central; }
.node[data-current="true"] rect { fill: var(--accent); stroke: var(--accent); }
.node[data-current="true"] text { fill: var(--on-accent); font-weight: 650; }
.lines { display: grid; gap: 4px; }
.lines li { display: flex; flex-wrap: wrap; gap: 2px 10px; }
.lines time { color: var(--muted); font-variant-numeric: tabular-nums; }

.items { display: grid; border: 1px solid var(--border); border-radius: 8px; }
.item { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 12px; padding: 8px 12px; }
.item + .item { border-top: 1px solid var(--border); }
.item-text { flex: 1 1 220px; min-width: 0; }
.item-text > p:first-child { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; }
.item-actions, .buttons { display: flex; flex-wrap: wrap; gap: 6px; }
.buttons { margin: 6px 0 16px; }
.size { color: var(--muted); font-variant-numeric: tabular-nums; }
.chips { display: flex; flex-wrap: wrap; gap: 6px; }
.chips li { padding: 1px 8px; border: 1px solid var(--border); border-radius: 6px; background: var(--page); }
`
