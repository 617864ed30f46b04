import { assert, describe, it } from "@effect/vitest"
import { defaultTexts, type Texts } from "latchkey/react"
import { type Language, markers, tables, textsOf } from "./samples.ts"

const english = textsOf(defaultTexts)

// Sound: the keys of a constant object are those of its type.
const languages = (Object.keys(tables) as Array<Language>).map((language) => ({ language, table: tables[language] }))

/** Texts that are the same in both languages: words, and a city with its country. */
const sameAsEnglish: Readonly<Record<Language, ReadonlyArray<string>>> = {
  ar: [],
  de: ["Admin", "Agent", "Code", "First, Second", "Name", "Passkey", "System", "Teams", "Zoom"],
  es: ["First, Second", "General", "Zoom"],
  fr: ["Agent", "Code", "Description", "First, Second", "Invitations", "Sessions", "Zoom"],
  it: ["Email", "First, Second", "Passkey", "Password"],
  ja: [],
  ko: [],
  nl: ["Agent", "Code", "First, Second", "Passkey", "Teams", "Zoom"],
  "pt-BR": ["First, Second", "Zoom"],
  "zh-CN": []
}

/** The kind of each text, such as `signIn.title: function`. */
const kindsOf = (table: Texts): ReadonlyArray<string> =>
  Object.entries(table).flatMap(([section, texts]) =>
    Object.entries(texts).map(([key, text]: [string, unknown]) => `${section}.${key}: ${typeof text}`)
  ).toSorted()

/** The numbers and marked arguments in a text. */
const partsOf = (text: string): ReadonlyArray<string> =>
  (text.match(new RegExp(`${markers.join("|")}|\\d+`, "g")) ?? []).toSorted()

/** Texts with numbers whose word forms include the number: "حرفين" are two letters. */
const isDual = (language: Language, name: string): boolean => language === "ar" && /\b[12](?!\d)/.test(name)

/** The end of a sentence: a full stop, a question mark or an ellipsis, and `undefined` for a label. */
const endOf = (text: string): string | undefined =>
  /[.:。：][\u2069»”“」]*$/.test(text) ? "." : /[?？؟]$/.test(text) ? "?" : text.endsWith("…") ? "…" : undefined

describe.each(languages)("the $language texts", ({ language, table }) => {
  const texts = textsOf(table)

  it("have the same keys and kinds as the English ones", () => {
    assert.deepStrictEqual(kindsOf(table), kindsOf(defaultTexts))
    assert.deepStrictEqual([...texts.keys()].toSorted(), [...english.keys()].toSorted())
  })

  it("each table of texts names its language and direction", () => {
    assert.strictEqual(table.locale.language, language)
    assert.strictEqual(table.locale.direction, language === "ar" ? "rtl" : "ltr")
  })

  it("every text is translated", () => {
    const same = [...texts].filter(([name, text]) => !name.startsWith("locale.") && english.get(name) === text)
    assert.deepStrictEqual([...new Set(same.map(([, text]) => text))].toSorted(), sameAsEnglish[language])
  })

  it("contain the arguments that the English ones contain", () => {
    for (const [name, text] of texts) {
      // A text without arguments may have a number: "2段階認証".
      if (name.startsWith("locale.") || !name.includes("(") || isDual(language, name)) continue
      assert.deepStrictEqual(partsOf(text), partsOf(english.get(name)!), name)
    }
  })

  it("end a sentence, a question or a label where the English ones do", () => {
    for (const [name, text] of texts) {
      if (name.startsWith("locale.") || name.startsWith("reasons.UndeclaredError")) continue
      assert.strictEqual(endOf(text), endOf(english.get(name)!), `${name}: ${text}`)
    }
  })

  it("texts have no stray spaces, straight quotes or three dots", () => {
    for (const [name, text] of texts) {
      assert.notMatch(text, /^\s|\s$|\s\s|"|'|\.\.\.|undefined|\bnull\b|\[object/, name)
      assert.isNotEmpty(text, name)
    }
  })

  it("format dates in their language", () => {
    const date = new Date(2026, 10, 22, 14, 5)
    for (const text of [table.locale.date(date), table.locale.dateTime(date)]) {
      assert.match(text, /22/)
      assert.match(text, /2026/)
    }
    assert.match(table.locale.dateTime(date), /14:05|\b2:05/)
  })
})

const textsIn = (language: Language): ReadonlyMap<string, string> => textsOf(tables[language])

describe("typography", () => {
  it("French has a no-break space before high punctuation and inside quotation marks", () => {
    for (const [name, text] of textsIn("fr")) {
      if (name.startsWith("locale.")) continue
      assert.notMatch(text, /[^\u202f][?!;]|[^\u00a0][:»]|«[^\u00a0]/, name)
    }
  })

  it("Spanish opens each question and exclamation, and has the quotation marks of Latin America", () => {
    for (const [name, text] of textsIn("es")) {
      assert.notMatch(text, /[«»]/, name)
      assert.strictEqual(text.split("¿").length, text.split("?").length, name)
      assert.strictEqual(text.split("¡").length, text.split("!").length, name)
    }
  })

  it("German texts have German quotation marks", () => {
    for (const [name, text] of textsIn("de")) assert.notMatch(text, /”|«|»|(?<!„[^“]*)“/, name)
  })

  it("Japanese has no ASCII punctuation, and no space between Japanese words", () => {
    for (const [name, text] of textsIn("ja")) {
      if (name.startsWith("locale.")) continue
      assert.notMatch(text, /[.,!?:;()]|[\u3000-\uffff] [\u3000-\uffff]/, name)
      assert.match(text, /[\u3040-\u30ff\u4e00-\u9fff]|^PNG/, name)
    }
  })

  it("Chinese has no ASCII punctuation, and a space between Chinese and Latin words", () => {
    for (const [name, text] of textsIn("zh-CN")) {
      if (name.startsWith("locale.")) continue
      assert.notMatch(text, /[.,!?:;()]|[\u4e00-\u9fff][A-Za-z\d]|[A-Za-z\d][\u4e00-\u9fff]/, name)
      // A country and a city have no word between them.
      assert.match(text, /[\u4e00-\u9fff]|^Second，First$/, name)
    }
  })

  it("Korean has ASCII punctuation, and no particle that depends on the name before it", () => {
    for (const [name, text] of textsIn("ko")) {
      if (name.startsWith("locale.")) continue
      assert.notMatch(text, /[\u3001\u3002\uff00-\uffef]|\((?:으|이|을|를|은|는|가)\)/, name)
      assert.match(text, /[\uac00-\ud7a3]|^Second First$/, name)
      for (const marker of markers) {
        assert.notMatch(text, new RegExp(`${marker}(?:은|는|이|가|을|를|과|와|으로|로)`), name)
      }
    }
  })

  it("Arabic has Arabic punctuation, and Latin digits", () => {
    for (const [name, text] of textsIn("ar")) {
      if (name.startsWith("locale.language") || name.startsWith("locale.direction")) continue
      assert.notMatch(text, /[?,;]|[\u0660-\u0669]/, name)
      assert.match(text, /[\u0600-\u06ff]/, name)
    }
  })

  it("Arabic isolates each name, email and date", () => {
    let count = 0
    for (const [name, text] of textsIn("ar")) {
      for (const marker of markers.filter((marker) => text.includes(marker))) {
        assert.include(text, `\u2068${marker}\u2069`, name)
        count++
      }
    }
    assert.isAbove(count, 30)
  })
})

describe("plural forms", () => {
  const days = (texts: Texts, ...counts: ReadonlyArray<number>) => counts.map((count) => texts.apiKeys.inDays(count))
  const hints = (texts: Texts, ...counts: ReadonlyArray<number>) =>
    counts.map((count) => texts.signUp.passwordHint(count))

  it("English has two plural forms", () => {
    assert.deepStrictEqual(days(defaultTexts, 1, 7), ["In 1 day", "In 7 days"])
    assert.deepStrictEqual(hints(defaultTexts, 1, 8), ["At least 1 character", "At least 8 characters"])
  })

  it("German has two plural forms", () => {
    assert.deepStrictEqual(days(tables.de, 1, 7), ["In 1 Tag", "In 7 Tagen"])
  })

  it("French has two plural forms, and zero is singular", () => {
    assert.deepStrictEqual(days(tables.fr, 0, 1, 7), ["Dans 0 jour", "Dans 1 jour", "Dans 7 jours"])
    assert.deepStrictEqual(hints(tables.fr, 1, 8), ["Au moins 1 caractère", "Au moins 8 caractères"])
  })

  it("Spanish has two plural forms", () => {
    assert.deepStrictEqual(days(tables.es, 0, 1, 7), ["En 0 días", "En 1 día", "En 7 días"])
    assert.deepStrictEqual(hints(tables.es, 1, 8), ["Al menos 1 carácter", "Al menos 8 caracteres"])
  })

  it("Brazilian Portuguese has two plural forms", () => {
    assert.deepStrictEqual(days(tables["pt-BR"], 1, 7), ["Em 1 dia", "Em 7 dias"])
    assert.deepStrictEqual(hints(tables["pt-BR"], 1, 8), ["Pelo menos 1 caractere", "Pelo menos 8 caracteres"])
  })

  it("Italian has two plural forms", () => {
    assert.deepStrictEqual(days(tables.it, 0, 1, 7), ["Tra 0 giorni", "Tra 1 giorno", "Tra 7 giorni"])
    assert.deepStrictEqual(hints(tables.it, 1, 8), ["Almeno 1 carattere", "Almeno 8 caratteri"])
  })

  it("Dutch has two plural forms", () => {
    assert.deepStrictEqual(days(tables.nl, 1, 7), ["Over 1 dag", "Over 7 dagen"])
    assert.deepStrictEqual(hints(tables.nl, 1, 8), ["Minimaal 1 teken", "Minimaal 8 tekens"])
  })

  it("Chinese and Korean have one plural form, and a counter", () => {
    assert.deepStrictEqual(days(tables["zh-CN"], 1, 7), ["1 天", "7 天"])
    assert.deepStrictEqual(hints(tables["zh-CN"], 1, 8), ["至少 1 个字符", "至少 8 个字符"])
    assert.deepStrictEqual(days(tables.ko, 1, 7), ["1일 후", "7일 후"])
    assert.deepStrictEqual(hints(tables.ko, 1, 8), ["1자 이상", "8자 이상"])
  })

  it("Japanese has one plural form", () => {
    assert.deepStrictEqual(days(tables.ja, 1, 7), ["1日後", "7日後"])
  })

  it("Arabic has five plural forms", () => {
    assert.deepStrictEqual(days(tables.ar, 1, 2, 7, 30, 100), [
      "بعد يوم واحد",
      "بعد يومين",
      "بعد 7 أيام",
      "بعد 30 يومًا",
      "بعد 100 يوم"
    ])
    assert.deepStrictEqual(hints(tables.ar, 8, 12), ["استخدم 8 أحرف على الأقل", "استخدم 12 حرفًا على الأقل"])
  })
})

describe("the names of permissions", () => {
  it("a permission of the app keeps its id, even `constructor`", () => {
    for (const { permission } of [defaultTexts.teamMembers, ...languages.map(({ table }) => table.teamMembers)]) {
      for (const id of ["edit_pages", "constructor", "__proto__", "toString"]) assert.strictEqual(permission(id), id)
    }
  })
})
