// @vitest-environment jsdom
/** The components show no text that is not in the table. */
import { assert, describe, it } from "@effect/vitest"
import { defaultTexts, type Texts } from "latchkey/react"
import { de } from "latchkey/react/texts/de"
import { createRoot } from "react-dom/client"
import { makePlayer } from "../../../examples/playground/app/gallery/Player.ts"
import { Stage } from "../../../examples/playground/app/gallery/Stage.tsx"
import { groups } from "../../../examples/playground/app/gallery/stories/index.ts"
import { entriesOf } from "../../../examples/playground/app/gallery/Story.ts"

type Entry = ReturnType<typeof entriesOf>[number]

const mark = (text: unknown): unknown => typeof text === "string" ? `⟦${text}⟧` : text

/** The English texts in brackets. */
const marked: Texts = {
  ...Object.fromEntries(
    Object.entries(defaultTexts).map(([section, texts]) => [
      section,
      Object.fromEntries(
        Object.entries(texts).map(([key, text]: [string, unknown]) => [
          key,
          typeof text === "function" ? (...args: ReadonlyArray<unknown>) => mark(text(...args)) : mark(text)
        ])
      )
    ])
    // Sound: each text has the type of the original.
  ) as Texts,
  locale: { language: "eo", direction: "rtl", date: () => "⟦date⟧", dateTime: () => "⟦date and time⟧" }
}

/** The names, emails, codes and places of the stories. */
const data = new RegExp(
  `^(?:${
    [
      "\\p{Lu}|[\\p{Lu}\\p{Lo}][\\p{Lu}\\p{Lo}1-9]",
      "Apple|Bitbucket|Discord|Facebook|GitHub|GitLab|Google|LinkedIn|Microsoft|Spotify|Twitch|acme-sso",
      "Ada Lovelace|(?:Charles Babbage|Grace Hopper|Katherine Johnson)(?: \\d+)?|Wolfeschlegel.*",
      "(?:José Álvarez|عبد الرحمن بن محمد الخوارزمي|佐藤 美咲|Zoë Müller)(?: \\d+)?",
      "Acme & Sons",
      "Analytical Engines|Bletchley Park|Research|Team \\d+|The Royal Commission.*",
      "Claude|Backup agent|notes:(?:read|write)|(?:Read|Create and change) your notes|app\\.example\\.com(?:/mcp)?",
      "Deploy script|Nightly backup|Old laptop|Trial",
      "Your invoice of May is unpaid\\.",
      // The texts of the apps around gates.
      "Verify your email to continue\\.|Ask the support\\.|Ask an admin of the team\\.|You can delete the team\\.",
      "\\S+@\\S+",
      "sk_gallery_\\w+|…\\w{4}|•{8}|(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}|3F9-A7C",
      "Chrome|Linux|macOS|[\\d.]+|[\\da-f:]+"
    ].join("|")
  })$`,
  "u"
)

const attributes = ["aria-label", "aria-description", "aria-roledescription", "alt", "placeholder", "title"]

/** Returns the texts of a page, visible or for screen readers, that are neither in brackets nor data. */
const literalsIn = (shown: Element): ReadonlyArray<string> => {
  // Sound: the copy of an element is an element.
  const page = shown.cloneNode(true) as Element
  // Links stand within this sentence, which is one text.
  for (const sentence of page.querySelectorAll("[data-latchkey~=legal]")) sentence.replaceChildren(sentence.textContent)
  const nodes = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const texts: Array<string> = []
  while (nodes.nextNode() !== null) texts.push(nodes.currentNode.nodeValue ?? "")
  for (const element of page.querySelectorAll("*")) {
    for (const name of attributes) texts.push(element.getAttribute(name) ?? "")
  }
  return texts
    // Separators between texts, and between a name and its label.
    .flatMap((text) => text.split(/ · |, (?=⟦)/))
    .map((text) => text.trim())
    .filter((text) => text !== "" && !/^⟦.*⟧$/s.test(text) && !data.test(text) && text !== "⟦M")
}

/** Returns the text of an element without the text of its children. */
const ownTextOf = (element: Element): string =>
  element.getAttribute("aria-label") ??
    Array.from(element.childNodes, (node) => node.nodeType === Node.TEXT_NODE ? node.nodeValue : "").join("")

const isMarked = (element: Element | null): boolean =>
  element?.getAttribute("lang") === "eo" && element.getAttribute("dir") === "rtl"

/** Lets React render and run effects, without a timer. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** The results of the stories whose steps jsdom cannot play. They stay in the state before the step. */
const failures: Readonly<Record<string, string>> = {
  // Draws a picture.
  "profile-settings-crop": "ReferenceError: OffscreenCanvas is not defined"
}

/** Renders a story without its title, and waits until it shows its state. */
const withStory = async (entry: Entry, texts: Texts, check: (container: Element) => void): Promise<void> => {
  const { documentElement } = document
  delete documentElement.dataset["story"]
  const container = document.createElement("div")
  document.body.append(container)
  const root = createRoot(container)
  const finished = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (documentElement.dataset["story"] === undefined) return
      observer.disconnect()
      resolve()
    })
    observer.observe(documentElement, { attributeFilter: ["data-story"] })
  })
  root.render(<Stage entry={entry} texts={texts} pause={settle} />)
  try {
    await finished
    assert.strictEqual(documentElement.dataset["story"], failures[entry.id] ?? "ready", entry.id)
    if (!/skeleton|loading|opening/i.test(entry.name)) {
      await makePlayer(document, settle).see(`main:not(:has([data-latchkey~="skeleton"]))`)
    }
    for (const title of container.querySelectorAll("main > h1.visually-hidden")) title.remove()
    check(container)
  } finally {
    root.unmount()
    container.remove()
  }
}

describe("the components", () => {
  for (const group of groups) {
    it(`${group.component} shows only texts of the table, and sets their language and direction`, async () => {
      for (const entry of entriesOf([group])) {
        await withStory(entry, marked, (container) => {
          const unset = Array.from(container.querySelectorAll("*"))
            .filter((element) => ownTextOf(element).startsWith("⟦") && !isMarked(element.closest("[lang]")))
          assert.deepStrictEqual(
            { literals: literalsIn(container), unset: unset.map(ownTextOf) },
            { literals: [], unset: [] },
            entry.id
          )
        })
      }
    })
  }

  for (
    const [component, title] of [["SignIn", /^Bei .+ anmelden/], ["AccountSettings", /^Kontoeinstellungen/]] as const
  ) {
    it(`${component} is in German`, async () => {
      const entry = entriesOf(groups).find(({ group }) => group.component === component)!
      await withStory(entry, de, (container) => {
        assert.match(container.textContent, title)
        assert.strictEqual(container.querySelector("[lang]")?.getAttribute("lang"), "de")
      })
    })
  }
})
