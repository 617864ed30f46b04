import { controls } from "./controls.ts"

/** The pages' style sheet: system fonts, light and dark, from 320 px. */
export const style = `${controls}
[hidden] { display: none !important }
h2 { font-size: 1.05rem; line-height: 1.3 }
h3 { font-size: 0.95rem }
a { color: var(--accent); text-underline-offset: 0.15em }
code { overflow-wrap: anywhere }
code, pre, .mono { font-family: var(--mono); font-size: 0.8125rem }
a:where(:focus-visible) { border-radius: 4px }
.skip { position: absolute; left: -100vw; top: 0.5rem; z-index: 3; padding: 0.5rem 1rem; background: var(--card) }
.skip:focus { left: 0.5rem }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }

.shell { display: grid; grid-template: auto 1fr / minmax(0, 1fr); min-height: 100vh }
.side { position: sticky; top: 0; z-index: 2; display: flex; gap: 1rem; align-items: center; padding: 0.5rem 1rem;
  background: var(--card); border-bottom: 1px solid var(--border) }
.brand { display: flex; gap: 0.45rem; align-items: center; flex: 1; min-height: 3rem; min-width: 0; font-weight: 650; color: inherit;
  text-decoration: none; white-space: nowrap }
.brand svg { flex: none }
.brand span { font-weight: 400; color: var(--muted) }
@media (max-width: 24rem) { .brand span { display: none } }
.panel { inset: 4rem 1rem auto auto; width: min(18rem, 100% - 2rem); max-height: calc(100% - 5rem); margin: 0; padding: 0.5rem; color: inherit;
  background: var(--card); border: 1px solid var(--border); border-radius: 0.75rem; box-shadow: 0 8px 24px -6px rgb(0 0 0 / 0.25) }
.panel::backdrop { background: rgb(0 0 0 / 0.3) }
.nav a { display: flex; gap: 0.6rem; align-items: center; min-height: 3rem; padding: 0 0.6rem; color: var(--muted); font-weight: 500;
  text-decoration: none; border-radius: 0.5rem; white-space: nowrap }
.nav a:hover { color: var(--text); background: var(--page) }
.nav a[aria-current] { color: var(--text); background: var(--fill) }
.nav a:focus-visible { outline-offset: -2px }
.nav svg { flex: none }
.nav .badge { margin-left: auto }
.nav [aria-current] .badge { background: var(--card) }
.project { position: relative; margin-top: 0.5rem }
.project summary { display: flex; gap: 0.4rem; align-items: center; min-height: 2.25rem; padding: 0 0.7rem;
  font-size: 0.875rem; border: 1px solid var(--border); border-radius: 0.5rem; cursor: pointer; list-style: none }
.project summary:hover { background: var(--page) }
.project summary::after { content: ""; flex: none; width: 0.4rem; height: 0.4rem; margin: -0.2rem 0 0 auto;
  border: solid var(--muted); border-width: 0 1.5px 1.5px 0; transform: rotate(45deg) }
.project summary span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.project ul { padding: 0.25rem 0 0 }
.project li a { display: block; padding: 0.5rem 0.6rem; border-radius: 0.35rem; color: inherit; text-decoration: none;
  overflow-wrap: anywhere }
.project li a:hover, .project li a[aria-current] { background: var(--fill) }

main { width: 100%; max-width: 64rem; margin: 0 auto; padding: 1.25rem 1rem 4rem; display: grid; gap: 1.25rem;
  align-content: start; grid-template-columns: minmax(0, 1fr) }
.bar:empty { display: none }
.bar a { text-decoration: none }
.bar { display: flex; flex-wrap: wrap; gap: 0 0.5rem }
.head { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; justify-content: space-between }
.head p { width: 100%; color: var(--muted) }
.card { padding: 1.1rem; background: var(--card); border: 1px solid var(--border); border-radius: 0.75rem; display: grid;
  gap: 0.9rem; grid-template-columns: minmax(0, 1fr) }
.stacked > details { justify-self: start }
.card > .head { margin-bottom: -0.1rem }
.columns { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); align-items: start }
.tiles { display: grid; gap: 0.75rem; grid-template-columns: repeat(2, minmax(0, 1fr)) }
.tile { display: grid; align-content: start; padding: 0.8rem 1rem; color: inherit; text-decoration: none; background: var(--card);
  border: 1px solid var(--border); border-radius: 0.75rem }
.tile:hover { border-color: var(--input) }
.tile b { font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums }
.tile span { color: var(--muted) }
.small { font-size: 0.875rem }

.list { display: grid; grid-template-columns: minmax(0, 1fr); background: var(--card); border: 1px solid var(--border);
  border-radius: 0.75rem }
.list > li { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; padding: 0.75rem 1.1rem }
.list > li + li { border-top: 1px solid var(--border) }
.card .list { border: 0; margin: -0.35rem -1.1rem -1.1rem; background: none }
.stacked { display: grid; gap: 0.75rem; grid-template-columns: minmax(0, 1fr) }
.back { margin-bottom: -0.75rem; font-size: 0.875rem }
.back a::before { content: "←"; margin-right: 0.35rem }
.grow { flex: 1 1 13rem; min-width: 0; max-width: 100%; display: grid; gap: 0.1rem; overflow-wrap: anywhere }
.title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-weight: 600; color: var(--text); text-decoration: none }
a.title:hover { text-decoration: underline }
.meta > * { min-width: 0; word-break: break-all }
.meta { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; color: var(--muted); font-size: 0.875rem }
.wide { width: 100% }
.empty { padding: 2rem 1.1rem; text-align: center; color: var(--muted); background: var(--card); border: 1px dashed var(--border);
  border-radius: 0.75rem; overflow-wrap: anywhere }
.card .empty { padding: 0.5rem; border: 0 }

.badge { display: inline-flex; align-items: center; gap: 0.35rem; padding: 0.05rem 0.5rem; font-size: 0.8125rem;
  font-weight: 500; border-radius: 1rem; background: var(--fill); color: var(--text); text-decoration: none; white-space: nowrap }
.badge.success { background: var(--success-fill); color: var(--success) }
.badge.warning { background: var(--warning-fill); color: var(--warning) }
.badge.danger { background: var(--danger-fill); color: var(--danger) }
.badges { display: flex; flex-wrap: wrap; gap: 0.35rem }
.notice { padding: 0.7rem 1rem; border-radius: 0.6rem; background: var(--success-fill); color: var(--success); font-weight: 500 }
.notice.danger { background: var(--danger-fill); color: var(--danger) }
.notice.warning { background: var(--warning-fill); color: var(--warning) }

button.danger-button { background: var(--danger); border-color: var(--danger); color: var(--on-danger) }
button.danger-button:hover { filter: brightness(0.9) }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center }
.actions:empty { display: none }
.actions form { display: contents }
button[data-copy] { display: none }
.js button[data-copy] { display: inline-flex }
button[data-copy] .after, .copied .before { display: none }
.copied .after { display: inline !important }
.code { padding: 0.05rem 0.4rem; font-weight: 600; letter-spacing: 0.08em; font-size: 0.95rem; border-radius: 0.35rem;
  background: var(--fill) }

form.stack { display: grid; gap: 0.85rem; grid-template-columns: minmax(0, 1fr) }
.fields { display: grid; gap: 0.85rem; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); align-items: start }
legend { padding: 0; margin-bottom: 0.5rem }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0 }
.hint { font-size: 0.8125rem; color: var(--muted) }
textarea { min-height: 5rem; resize: vertical; font-family: var(--mono); font-size: 0.8125rem }
.check { margin-right: 1rem }
.search { display: flex; gap: 0.5rem; flex: 1 1 16rem; max-width: 26rem }
.inline { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end }
.inline .field { flex: 1 1 7rem }
.inline button { min-height: 2.5rem }
.choices { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)) }
.choice { display: grid; grid-template: auto 1fr / auto minmax(0, 1fr); gap: 0 0.6rem; align-items: start; padding: 0.6rem 0.7rem;
  border: 1px solid var(--border); border-radius: 0.5rem; cursor: pointer }
.choice input { margin-top: 0.15rem }
.choice span { grid-column: 2; font-weight: 400 }
.choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
.choice:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px }
.choice input:focus-visible { outline: none }
.for-seconds, .for-status, .for-rate { display: none }
form:has([value=slow]:checked, [value=response_late]:checked, [value=clock_ahead]:checked, [value=clock_behind]:checked) .for-seconds,
form:has([value=rate_limited]:checked) .for-rate, form:has([value=status]:checked) .for-status { display: grid }

pre { padding: 0.8rem 1rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55;
  background: var(--page); border: 1px solid var(--border); border-radius: 0.5rem }
pre.lines { white-space: pre; overflow-wrap: normal }
details.more pre { max-height: 26rem }
details.more .pairs { margin-bottom: 0.75rem }
pre.text { font-family: inherit; font-size: 0.9375rem }
.pairs { align-items: baseline; display: grid; gap: 0.35rem 1.25rem; grid-template-columns: minmax(7rem, auto) minmax(0, 1fr) }
.pairs dt { color: var(--muted) }
.pairs dd { overflow-wrap: anywhere }
details.more > summary, details.tab > summary { display: flex; gap: 0.5rem; align-items: center; width: fit-content; cursor: pointer;
  font-size: 0.875rem; font-weight: 550; list-style: none }
summary::-webkit-details-marker { display: none }
details.more > summary::before, details.tab > summary::before { content: ""; flex: none; width: 0.4rem; height: 0.4rem; border: solid;
  border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg) }
details[open] > summary::before { transform: rotate(45deg) translate(-1px, -1px) }
details.more > summary { min-height: 2rem; color: var(--accent) }
details.more[open] > summary { margin-bottom: 0.5rem }
details.button-like > summary { min-height: 2.25rem; padding: 0 0.85rem; color: var(--text); background: var(--card);
  border: 1px solid var(--border); border-radius: 0.5rem }
details.button-like > summary:hover { border-color: var(--input) }
details.danger-button > summary { color: var(--danger) }
details.tab { border-top: 1px solid var(--border); padding-top: 0.4rem }
details.tab > summary { min-height: 2.25rem; width: auto; font-size: 0.9375rem }
details.tab[open] > summary { margin-bottom: 0.4rem }
.copyable { display: grid; gap: 0.5rem; justify-items: start; grid-template-columns: minmax(0, 1fr) }
.copyable pre { width: 100%; max-height: 14rem }
.clock { font-size: 1.75rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; text-wrap: balance }
.clock + p { margin-top: 0.25rem }

@media (min-width: 48rem) {
  .tiles { grid-template-columns: repeat(4, minmax(0, 1fr)) }
  .shell { grid-template: 1fr / 14.5rem minmax(0, 1fr) }
  .side { align-self: start; height: 100vh; flex-direction: column; align-items: stretch; gap: 0.75rem; padding: 1.1rem 0.75rem;
    border-bottom: 0; border-right: 1px solid var(--border) }
  .brand { flex: none; min-height: 0; padding: 0 0.5rem }
  .menu { display: none }
  .panel:not(:popover-open) { position: static; display: flex; flex: 1; flex-direction: column; width: auto; max-height: none; padding: 0.25rem 0 0; overflow: visible;
    background: none; border: 0; box-shadow: none }
  .nav { flex: 1 }
  .nav ul { display: grid; gap: 0.1rem }
  .project ul { position: absolute; bottom: 100%; z-index: 4; width: 100%; margin-bottom: 0.25rem; padding: 0.25rem; background: var(--card);
    border: 1px solid var(--border); border-radius: 0.5rem; box-shadow: 0 8px 24px -6px rgb(0 0 0 / 0.25) }
  main { padding: 2rem 2rem 4rem }
}
@media (min-width: 48rem) and (pointer: fine) { .nav a { min-height: 2.25rem } }
@media (max-width: 30rem) {
  .card, .list > li { padding-inline: 1rem }
  .card .list { margin-inline: -1rem }
  .pairs { gap: 0; grid-template-columns: minmax(0, 1fr) }
  .pairs dt { font-size: 0.8125rem }
  .pairs dd + dt { margin-top: 0.6rem }
  .pairs code:not(.code) { flex: 1 1 0; min-width: 0 }
  .clock { font-size: 1.3rem }
  .search { flex-basis: 100%; max-width: none }
  .choices { gap: 0 }
  .choice { position: relative; border-radius: 0 }
  .choice + .choice { margin-top: -1px }
  .choice:first-child { border-radius: 0.5rem 0.5rem 0 0 }
  .choice:last-child { border-radius: 0 0 0.5rem 0.5rem }
  .choice:has(:checked) { z-index: 1 }
  form.inline button, form.stack .primary { width: 100% }
}
@media (pointer: coarse) {
  .project summary, details > summary { min-height: 3rem !important }
  .bar a, .back a, .head > a { display: inline-flex; align-items: center; min-height: 3rem }
  .bar, .back { margin-block: -0.75rem }
  .list > li { position: relative }
  a.title::after { content: ""; position: absolute; inset: 0 }
  .list > li > :not(.grow) { position: relative }
}
@media (prefers-reduced-motion: no-preference) {
  .tile, .choice { transition: border-color 0.12s ease-out }
  .panel:popover-open { transition: opacity 0.12s ease-out, translate 0.12s ease-out }
  @starting-style { .panel:popover-open { opacity: 0; translate: 0 -0.25rem } }
}
@media (forced-colors: active) { .badge, .choice:has(:checked) { border: 1px solid } }
`
