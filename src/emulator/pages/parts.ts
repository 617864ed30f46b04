/** The pages' shared parts. */
import type { Html, HtmlValue } from "./html.ts"
import { html } from "./html.ts"
import type { PageContext } from "./PageContext.ts"

/** Returns a button that copies a text. It is visible only with the pages' script. */
export const copyButton = (text: string, name: string): Html =>
  html`<button type="button" data-copy="${text}"><span class="before">Copy</span><span class="after" hidden>Copied</span><span
 class="visually-hidden"> ${name}</span></button>`

/** Returns a text block with a button that copies it. An environment's lines are not wrapped. */
export const copyable = (text: string, name: string, isEnvironment = false): Html =>
  html`<div class="copyable"><pre class="${
    isEnvironment ? "lines" : ""
  }" tabindex="0" aria-label="${name}">${text}</pre>${copyButton(text, name)}</div>`

/** Returns a form with one button. */
export const actionForm = (
  action: string,
  label: string,
  { about, className = "", fields = {} }: {
    /** The action's subject, for screen readers. */
    readonly about?: string | undefined
    readonly className?: string | undefined
    readonly fields?: Readonly<Record<string, string>> | undefined
  } = {}
): Html =>
  html`<form method="post" action="${action}">${
    Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  }<button class="${className}">${label}${
    about && html`<span class="visually-hidden"> ${about}</span>`
  }</button></form>`

/** Returns a button that opens a question, with a second button that sends the form. */
export const confirmForm = (id: string, action: string, label: string, question: string): Html =>
  html`<details class="more button-like danger-button" id="${id}"><summary>${label}</summary><div class="actions"><span class="small">${question}</span>${
    actionForm(action, label, { className: "danger-button" })
  }</div></details>`

const units = [[86_400_000, "day"], [3_600_000, "hour"], [60_000, "minute"], [1000, "second"]] as const

/** Returns a duration in words, rounded to its largest unit, such as `3 hours`. */
export const formatDuration = (millis: number): string => {
  const absolute = Math.abs(millis)
  const [size, name] = units.find(([size]) => absolute >= size) ?? units[3]
  const count = Math.round(absolute / size)
  return `${count} ${name}${count === 1 ? "" : "s"}`
}

/** Returns a clock's exact offset in words, such as `1 day 2 hours ahead`. */
export const formatOffset = (millis: number): string => {
  let rest = Math.abs(millis)
  const parts = units.flatMap(([size, name]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? "" : "s"}`]
  })
  return `${parts.length === 0 ? `${rest} ms` : parts.join(" ")} ${millis < 0 ? "behind" : "ahead"}`
}

/** Returns a date in UTC without the `T` and the milliseconds. */
export const formatDate = (date: Date): string =>
  Number.isNaN(date.getTime()) ? "–" : date.toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC")

/** Returns a date relative to the service's time, with the exact date as its title. */
export const time = (date: Date, { now }: PageContext): Html => {
  const difference = date.getTime() - now
  const text = Math.abs(difference) < 60_000
    ? difference > 1000 ? "in a moment" : "just now"
    : difference > 0
    ? `in ${formatDuration(difference)}`
    : `${formatDuration(difference)} ago`
  return html`<time datetime="${Number.isNaN(date.getTime()) ? "" : date.toISOString()}" title="${
    formatDate(date)
  }">${text}</time>`
}

export type Tone = "success" | "warning" | "danger" | ""

/** Returns a small label. */
export const badge = (text: HtmlValue, tone: Tone = ""): Html => html`<span class="badge ${tone}">${text}</span>`

/** Returns a labelled form field. */
export const field = (
  id: string,
  label: string,
  control: Html,
  { className = "", hint }: { readonly className?: string; readonly hint?: string } = {}
): Html =>
  html`<div class="field ${className}"><label for="${id}">${label}</label>${control}${
    hint !== undefined && html`<span class="hint" id="${id}-hint">${hint}</span>`
  }</div>`

/** Returns a labelled form input. Its id is its name. An attribute that is `undefined` has an empty value. */
export const inputField = (
  id: string,
  label: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  options: Parameters<typeof field>[3] = {}
): Html => {
  const all = { id, name: id, ...attributes, ...(options.hint !== undefined && { "aria-describedby": `${id}-hint` }) }
  return field(
    id,
    label,
    html`<input${Object.entries(all).map(([name, value]) => html` ${name}="${value}"`)}>`,
    options
  )
}

/** Returns a list, or a text if it has no items. */
export const list = (items: ReadonlyArray<Html>, empty: HtmlValue): Html =>
  items.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ul class="list">${items}</ul>`

/** Returns an id's first characters, which identify a row for people. */
export const shortId = (id: string): string => id.slice(0, 8)

/** Returns a count and a noun, such as `2 users`. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`
