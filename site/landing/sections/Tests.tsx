import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"
import { CodeBlock } from "./CodeBlock.tsx"
import { Feature } from "./Feature.tsx"

export const Tests = (): ReactElement => {
  const { readme, tests } = useFacts()
  return (
    <Feature
      id="tests"
      title="Eight hours in milliseconds"
      text={
        <>
          The emulator is the whole service in memory: no account, no network, no mocks. A test clock moves the client
          and the service, and the inbox is an array.
        </>
      }
      link={["testing.html", "How to test"]}
    >
      <CodeBlock file="session.test.ts" code={readme.test}>
        <div className="terminal">
          {tests.map(({ millis, name }) => (
            <p key={name}>
              <span className="pass">✓</span> {name}{" "}
              <span className="millis">{Math.max(1, Math.round(millis))} ms</span>
            </p>
          ))}
          <p className="terminal-note">Measured by Vitest when this page was built</p>
        </div>
      </CodeBlock>
    </Feature>
  )
}
