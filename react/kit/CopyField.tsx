import { type ReactNode, useId, useRef, useState } from "react"
import { actions } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { Button } from "./Button.tsx"

interface CopyFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  /** The displayed value, such as with spaces. The button copies the value itself. */
  readonly shown?: string | undefined
}

/** A read-only value with a button that copies it. Without access to the clipboard, the button selects the value. */
export const CopyField = ({ label, name, value, shown = value }: CopyFieldProps): ReactNode => {
  const id = useId()
  const texts = useTexts("actions", actions)
  const [isCopied, setIsCopied] = useState(false)
  const code = useRef<HTMLElement>(null)
  const copy = (): void => {
    const { ownerDocument } = code.current!
    const select = () => ownerDocument.getSelection()?.selectAllChildren(code.current!)
    // Without a secure context there is no clipboard.
    const clipboard: Clipboard | undefined = ownerDocument.defaultView?.navigator.clipboard
    if (clipboard === undefined) select()
    else clipboard.writeText(value).then(() => setIsCopied(true), select)
  }
  return (
    <div data-latchkey={`copy-field ${name}`}>
      <span data-latchkey="label" id={`${id}-label`}>{label}</span>
      <code
        ref={code}
        id={id}
        aria-labelledby={`${id}-label`}
        data-latchkey="copy-value"
        tabIndex={0}
        role="textbox"
        aria-readonly="true"
      >
        {shown}
      </code>
      <Button name="copy" describedBy={`${id}-label`} onClick={copy}>{isCopied ? texts.copied : texts.copy}</Button>
      <span role="status" data-latchkey="visually-hidden">{isCopied && texts.copied}</span>
    </div>
  )
}
