/**
 * Mutants that no test can find, since the changed code does the same. Each was read by a person; each entry says why.
 *
 * An entry that fits no mutant any more is an error, so that the list stays true.
 */

export interface Equivalent {
  /** The module, relative to the repository. */
  readonly file: string
  /** The line on which the mutant begins, without its indentation. */
  readonly line: string
  /** The change as the report shows it. */
  readonly change: string
  /** Why the change cannot be seen. */
  readonly reason: string
}

export const equivalents: ReadonlyArray<Equivalent> = [
  {
    file: "src/navigation/Navigation.ts",
    line: `yield* check("urls.handler", !/[?#]/.test(given.handler ?? ""), "must not have a query or a hash")`,
    change: `"" → "x"`,
    reason: "any text without ? and # passes the check"
  },
  {
    file: "src/navigation/Navigation.ts",
    line: `const url = new URL(path, "https://app.invalid")`,
    change: `"https://app.invalid" → "https://app.invalidx"`,
    reason: "only the part after the origin is used"
  },
  {
    file: "src/navigation/RequestHost.ts",
    line:
      `const isOrigin = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)`,
    change: "/^https?:$/ → /^https?:/",
    reason: "the protocol of a URL has its only colon at its end"
  },
  {
    file: "src/navigation/Urls.ts",
    line: `const here = parse(address, "https://app.invalid")`,
    change: `"https://app.invalid" → "https://app.invalidx"`,
    reason: "a relative address and the handler are resolved against the same origin, whatever it is"
  },
  {
    file: "src/navigation/Urls.ts",
    line: `const rest = prefix === "/" ? path : path.startsWith(\`\${prefix}/\`) ? path.slice(prefix.length) : ""`,
    change: `"" → "x"`,
    reason: "the first character is cut off in the next line"
  },
  {
    file: "src/navigation/Urls.ts",
    line: ") return -1",
    change: "1 → 2",
    reason: "all that is not above -1 is no match"
  },
  { file: "src/navigation/Urls.ts", line: ": -1", change: "1 → 2", reason: "all that is not above -1 is no match" },
  ...["one", "another"].map((name) => ({
    file: "src/navigation/trust.ts",
    line: `const [one, another] = ["one", "another"].map((name) => {`,
    change: `"${name}" → "${name}x"`,
    reason: "any two hosts that cannot exist show the same"
  })),
  {
    file: "src/navigation/trust.ts",
    line: "return url?.host === `${name}.invalid` && isPlain(url) ? url : undefined",
    change: "url?.host === `${name}.invalid` && isPlain(url) → url?.host === `${name}.invalid`",
    reason: "an address with a protocol, a name or a password names a host, and cannot name both"
  },
  {
    file: "src/navigation/trust.ts",
    line: "const url = one !== undefined && another !== undefined",
    change: "one !== undefined && another !== undefined → another !== undefined",
    reason: "differs only for a page on the host another.invalid, which cannot exist"
  }
]
