/** Styles for the rows and their details. */
export const timeline = `
.view:has(> .timeline) { padding: 0; overflow: hidden; }
.timeline { display: flex; flex-direction: column; height: 100%; }
.toolbar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  padding: 8px 14px;
  border-bottom: 1px solid var(--border);
}
.toolbar input[type="search"], .toolbar select {
  min-height: 30px;
  padding: 3px 8px;
  border: 1px solid var(--input);
  border-radius: 6px;
  background: var(--card);
}
.toolbar input[type="search"] { flex: 1 1 120px; min-width: 0; max-width: 280px; }
.toolbar .button { margin-left: auto; }
.check { display: inline-flex; align-items: center; gap: 6px; min-height: 30px; }
.check input { accent-color: var(--accent); }
.split { display: grid; grid-template-columns: minmax(0, 1fr); flex: 1; min-height: 0; }
.timeline[data-selected="true"] .split { grid-template-columns: minmax(0, 1.1fr) minmax(280px, 1fr); }
.rows { min-height: 0; overflow: auto; }
.rows > p { padding: 8px 14px; }
.more { margin: 8px 14px; }
.list { container: list / inline-size; }
.row {
  display: grid;
  grid-template-columns: 62px minmax(0, 1fr) auto 110px 64px 62px;
  gap: 10px;
  align-items: center;
  padding: 4px 14px;
  border-bottom: 1px solid var(--border);
  cursor: pointer;
}
.row:hover { background: var(--page); }
.row[aria-selected="true"] { background: var(--fill); box-shadow: inset 3px 0 var(--accent); }
.kind, .row time, .duration { color: var(--muted); font-size: 12px; font-variant-numeric: tabular-nums; }
.duration { text-align: right; white-space: nowrap; }
.title { overflow: hidden; font: 12px/1.5 var(--mono); text-overflow: ellipsis; white-space: nowrap; }
.cause { color: var(--muted); }
.result { display: flex; gap: 4px; justify-content: flex-end; min-width: 0; }
.bar { height: 6px; border-radius: 3px; overflow: hidden; }
.bar:not(:empty) { background: var(--page); }
.bar span { display: block; height: 100%; border-radius: 3px; background: var(--muted); }
.bar[data-tone="good"] span { background: var(--success); }
.bar[data-tone="bad"] span { background: var(--danger); }
.bar[data-tone="info"] span { background: var(--accent); }
.details { min-width: 0; min-height: 0; overflow: auto; padding: 10px 14px; border-left: 1px solid var(--border); }
.details-head { display: flex; align-items: flex-start; justify-content: space-between; gap: 8px; }
.details-head h3 { padding-top: 6px; font-family: var(--mono); overflow-wrap: anywhere; }
details { margin: 4px 0; }
summary { width: fit-content; padding: 3px 0; color: var(--muted); cursor: pointer; }

@container list (width <= 620px) {
  .row { grid-template-columns: minmax(0, 1fr) auto 64px; gap: 0 10px; }
  .kind, .bar, .row time { display: none; }
}
@container panel (width <= 640px) {
  .timeline[data-selected="true"] .split {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(80px, 1fr) minmax(0, 3fr);
  }
  .timeline[data-selected="true"] .toolbar { display: none; }
  .toolbar input[type="search"] { flex-basis: 100%; max-width: none; }
  .details { border-top: 1px solid var(--border); border-left: 0; }
}
@media (width <= 640px) {
  .row { min-height: 40px; }
  .toolbar input[type="search"], .toolbar select { min-height: 40px; font-size: 16px; }
}
`
