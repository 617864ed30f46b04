/** A secret with a copy button. */
import { type ReactElement, useState } from "react"
import { Icon } from "./Icon.tsx"

export const Secret = ({ label, value }: { readonly label: string; readonly value: string }): ReactElement => {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <div className="secret">
      <code aria-label={label}>{value}</code>
      <button type="button" className="button plain" onClick={copy}>
        <Icon name="copy" size={18} />
        <span role="status">{isCopied ? "Copied" : "Copy"}</span>
      </button>
    </div>
  )
}
