/** A certificate for `localhost`, which no authority has signed. OpenSSL creates it. */
import { execFileSync } from "node:child_process"
import { createHash, X509Certificate } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Certificate {
  readonly key: string
  readonly cert: string
  /** The public key's hash, for Chromium's `--ignore-certificate-errors-spki-list`. */
  readonly hash: string
}

export const noOpenSsl = "There is no OpenSSL on this machine. Install it (Debian: apt-get install openssl)."

/** Creates the certificate. Returns `undefined` on a machine without OpenSSL. */
export const makeCertificate = (): Certificate | undefined => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-certificate-"))
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")]
  try {
    const options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    const files = ["-keyout", keyFile, "-out", certFile, "-addext", "subjectAltName=DNS:localhost"]
    execFileSync("openssl", options.split(" ").concat(files), { stdio: "ignore" })
    const [key, cert] = [readFileSync(keyFile, "utf8"), readFileSync(certFile, "utf8")]
    const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" })
    return { key, cert, hash: createHash("sha256").update(publicKey).digest("base64") }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}
