import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ReactNode } from "react"

/** A QR code as an SVG path. */
export interface QrCode {
  /** The width and height in modules, with the quiet zone. */
  readonly size: number
  readonly path: string
}

/**
 * Returns a text's QR code. Loads the code for it on first use. Returns `undefined` if that fails, or if the text is too long.
 */
export const qrCodeOf = (text: Redacted.Redacted<string>): Effect.Effect<QrCode | undefined> =>
  Effect.promise(() =>
    import("uqr").then(
      // ISO/IEC 18004 § 6.3.8 requires a quiet zone that is four modules wide.
      ({ encode }) => {
        const { data, size } = encode(Redacted.value(text), { border: 4 })
        return { size, path: pathOf(data) }
      }
    ).catch(() => undefined)
  )

/** Returns one rectangle for each run of dark modules. */
export const pathOf = (rows: ReadonlyArray<ReadonlyArray<boolean>>): string => {
  const path: Array<string> = []
  rows.forEach((row, y) => {
    for (let start = row.indexOf(true); start !== -1;) {
      const end = row.indexOf(false, start)
      const length = (end === -1 ? row.length : end) - start
      path.push(`M${start} ${y}h${length}v1h-${length}z`)
      start = row.indexOf(true, start + length)
    }
  })
  return path.join("")
}

/** A QR code, dark on light in every theme: scanners may not read inverted ones. */
export const QrCodeImage = ({ code, label }: { readonly code: QrCode; readonly label: string }): ReactNode => (
  <svg
    viewBox={`0 0 ${code.size} ${code.size}`}
    width="192"
    height="192"
    role="img"
    aria-label={label}
    shapeRendering="crispEdges"
    data-latchkey="qr-code"
  >
    <rect width="100%" height="100%" fill="#fff" />
    <path d={code.path} fill="#000" />
  </svg>
)
