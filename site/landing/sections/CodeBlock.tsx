import type { ReactElement, ReactNode } from "react"
import type { Code } from "../facts/readme.ts"
import { useFacts } from "../useFacts.ts"

interface CodeBlockProps {
  /** The name of the file, above the code. */
  readonly file: string
  readonly code: Code
  /** Shown below the code. */
  readonly children?: ReactNode
}

/** Code in a window. */
export const CodeBlock = ({ children, code, file }: CodeBlockProps): ReactElement => (
  <figure className="window">
    <figcaption>{file}</figcaption>
    <Lines code={code} label={file} />
    {children}
  </figure>
)

/** Code without a window. It can be scrolled with the keyboard. */
export const Lines = ({ code, label }: { readonly code: Code; readonly label: string }): ReactElement => (
  <pre tabIndex={0} role="region" aria-label={label}>
    <code dangerouslySetInnerHTML={{ __html: useFacts().highlight(code) }} />
  </pre>
)
