/** Checks that the page about React names the exports of `latchkey/react`. */
import { lineAt, lineOf, type Problem, type Repository } from "./Repository.ts"

/** Hooks that the page describes outside of its table. */
const hooksInProse = ["useAction", "useRetryOnline", "useRuntime", "useSignOut", "useTheme"]

/** Components, functions and parts of tests that the page has to name. */
const named = [
  "AuthProvider",
  "EffectAuthProvider",
  "AuthErrorBoundary",
  "HandlerPage",
  "Protect",
  "SignedIn",
  "SignedOut",
  "TestAuthProvider",
  "messageOf",
  "reveal",
  "testResource",
  "testState",
  "testUser",
  "useAction",
  "useRuntime"
]

/** Returns the values that the entry point exports, without types. */
export const reactExports = ({ read }: Repository): ReadonlyArray<string> =>
  Array.from(read("react/index.ts").matchAll(/^export \{([^}]*)\}/gm), ([, names]) => names!.split(",")).flat()
    .map((name) => name.trim()).filter((name) => name !== "" && !name.startsWith("type "))

/** Reports hooks without a row, rows without a hook, and names that the page lacks. */
export const checkReactPage = (repository: Repository): ReadonlyArray<Problem> => {
  const path = "docs/react.md"
  const text = repository.read(path)
  const exported = reactExports(repository)
  const hooks = exported.filter((name) => /^use[A-Z]/.test(name))
  const rows = Array.from(
    text.matchAll(/^\| `(use\w+)` \|(?: `(use\w+)`)? \|/gm),
    ({ 1: value, 2: state, index }) => ({ value: value!, state, line: lineAt(text, index) })
  )
  const inRows = rows.flatMap(({ state, value }) => state === undefined ? [value] : [value, state])
  return [
    ...rows.flatMap(({ line, state, value }): ReadonlyArray<Problem> =>
      state === undefined || state === `${value}State`
        ? []
        : [{ path, line, message: `the non-suspending form of ${value} is ${value}State, not ${state}` }]
    ),
    ...inRows.flatMap((name, index): ReadonlyArray<Problem> =>
      hooks.includes(name) && !hooksInProse.includes(name) && inRows.indexOf(name) === index
        ? []
        : [{
          path,
          line: lineOf(text, `\`${name}\` |`),
          message: `remove ${name}: react/index.ts exports no such hook, or it has another place`
        }]
    ),
    ...hooks.filter((name) => !inRows.includes(name) && !hooksInProse.includes(name)).map((name): Problem => ({
      path,
      message: `no row names the hook ${name}; add it to the table of hooks`
    })),
    ...[...new Set([...hooksInProse, ...named])].flatMap((name): ReadonlyArray<Problem> =>
      exported.includes(name)
        ? []
        : [{ path: "react/index.ts", message: `does not export ${name}; remove it from scripts/checks/reactPage.ts` }]
    ),
    ...named.filter((name) => !text.includes(`\`${name}\``)).map((name): Problem => ({
      path,
      message: `does not name ${name}; describe it`
    }))
  ]
}
