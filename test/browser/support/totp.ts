/** An authenticator app. */
import { Secret, TOTP, URI } from "otpauth"

/** The code of a scanned URI at a time in milliseconds. */
export const codeOf = (address: string, timestamp: number): string => {
  const totp = URI.parse(address)
  if (!(totp instanceof TOTP)) throw new Error(`This is not for codes by time: ${address}`)
  return totp.generate({ timestamp })
}

const bytes = Buffer.from("a secret of 20 bytes")

/** A secret as stored by the service, and the URI that an app scans for it. */
export const secret = {
  base64: bytes.toString("base64"),
  address: new TOTP({ secret: Secret.fromLatin1(bytes.toString("latin1")), label: "Ada" }).toString()
}
