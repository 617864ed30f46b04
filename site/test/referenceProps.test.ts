import { assert, describe, it } from "vitest"
import type { ComponentModel } from "../componentPages/model.ts"
import { withProps } from "../componentPages/referenceProps.ts"

const model: ComponentModel = {
  name: "SignIn",
  entry: "latchkey/react",
  text: "Signs in.",
  examples: [],
  props: [
    { name: "headingLevel", type: "1 | 2 | 3", isRequired: false, defaultValue: "1", text: "The level." }
  ],
  texts: [],
  words: new Set()
}

const fence = (code: string) => `\`\`\`ts\n${code}\n\`\`\`\n`

const useUser = `## useUser()\n\n${fence("const useUser: () => User")}\nReturns the user.\n`

const page = `# Components of latchkey/react

## SignIn

${fence("const SignIn: (props: { readonly headingLevel?: 1 | 2 | 3 }) => ReactNode")}
Signs in.

**Example** (A page)

\`\`\`tsx
export const Login = () => <SignIn />
\`\`\`

${useUser}`

describe("withProps", () => {
  it("folds the props after the description, and the signature at the end of the section", () => {
    assert.strictEqual(
      withProps(page, new Map([["SignIn", model]]), () => "../../components/sign-in.md"),
      `# Components of latchkey/react

## SignIn

Signs in.

[The page of \`SignIn\`](../../components/sign-in.md) shows it in each state, with its texts and tokens.

::: details Props

| prop | type | default | what it does |
|---|---|---|---|
| \`headingLevel\` | \`1 \\| 2 \\| 3\` | \`1\` | The level. |

:::

**Example** (A page)

\`\`\`tsx
export const Login = () => <SignIn />
\`\`\`

::: details Signature
${fence("const SignIn: (props: { readonly headingLevel?: 1 | 2 | 3 }) => ReactNode")}:::

${useUser}`
    )
  })

  it("leaves a page without components unchanged", () => {
    assert.strictEqual(withProps(useUser, new Map([["SignIn", model]]), () => ""), useUser)
  })
})
