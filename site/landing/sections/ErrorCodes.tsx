import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"
import { Lines } from "./CodeBlock.tsx"
import { Feature } from "./Feature.tsx"

/** The text before the cursor in the first example of the README. */
export const completedText = `error.code === "`

export const ErrorCodes = (): ReactElement => {
  const { codes, readme: { examples: [promise] } } = useFacts()
  const text = promise.text.slice(0, promise.text.indexOf(completedText) + completedText.length)
  const chosen = /^\w+/.exec(promise.text.slice(text.length))?.[0]
  return (
    <Feature
      id="errors"
      title="Your editor knows every way a call can fail"
      text={
        <>
          Each call's type lists its errors, and <code>error.code</code>{" "}
          completes. A code that this call cannot return does not compile.
        </>
      }
      link={["errors.html", "How errors work"]}
    >
      <figure className="window editor">
        <figcaption>sign-in.ts</figcaption>
        <Lines code={{ language: "ts", text }} label="sign-in.ts" />
        <div className="completions">
          <ul tabIndex={0} aria-label={`The ${codes.length} completions of error.code`}>
            {codes.map((code) => <li key={code} className={code === chosen ? "chosen" : undefined}>{code}</li>)}
          </ul>
          <p>{codes.length} codes, from TypeScript's language service</p>
        </div>
      </figure>
    </Feature>
  )
}
