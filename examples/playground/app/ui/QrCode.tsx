/** A QR code as SVG, readable in both themes. */
import type { ReactElement } from "react"
import { encode } from "uqr"

export const QrCode = ({ label, text }: { readonly text: string; readonly label: string }): ReactElement => {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="currentColor" />
    </svg>
  )
}
