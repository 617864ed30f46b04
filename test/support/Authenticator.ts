/**
 * A software authenticator: it creates passkeys and signs with them by WebAuthn Level 3, with ES256 and without attestation.
 */
import { p256 } from "@noble/curves/nist.js"
import type { Passkey } from "latchkey"
import { createHash, randomBytes } from "node:crypto"

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest()

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url")

const clientData = (type: string, challenge: string, origin: string) =>
  base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

export class Authenticator {
  private readonly secret = p256.utils.randomSecretKey()
  private readonly id = randomBytes(20)
  private counter = 0
  private readonly userFlags: number

  /** `true` to verify the user, such as by fingerprint or PIN; `false` to test only the user's presence. */
  constructor({ verifiesUser = true }: { readonly verifiesUser?: boolean } = {}) {
    this.userFlags = verifiesUser ? 0x05 : 0x01
  }

  /** Authenticator data, with additional flags to those about the user. */
  private data(rpId: string, flags = 0): Uint8Array {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.counter)
    return Buffer.concat([sha256(rpId), Buffer.of(this.userFlags | flags), counter])
  }

  get credentialId(): string {
    return base64url(this.id)
  }

  /** Answers registration options for a page at an origin. */
  create(options: Passkey.RegistrationOptions, origin: string): Passkey.RegistrationResponse {
    const point = p256.getPublicKey(this.secret, false)
    const data = Buffer.concat([
      // A new credential is attested.
      this.data(new URL(origin).hostname, 0x40),
      Buffer.alloc(16),
      Buffer.of(0, this.id.length),
      this.id,
      // A map of key type EC2, algorithm ES256, curve P-256, x and y (RFC 9053 § 7.1.1).
      Buffer.from("a5010203262001215820", "hex"),
      point.subarray(1, 33),
      Buffer.from("225820", "hex"),
      point.subarray(33)
    ])
    // A map of the format `none`, an empty statement, and the data as a byte string of one length byte.
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
      Buffer.of(data.length),
      data
    ])
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: "public-key",
      response: {
        clientDataJSON: clientData("webauthn.create", options.challenge, origin),
        attestationObject: base64url(attestation)
      },
      clientExtensionResults: {}
    }
  }

  /** Answers sign-in options for a page at an origin. */
  get(options: Passkey.SignInOptions, origin: string): Passkey.SignInResponse {
    const data = this.data(new URL(origin).hostname)
    const clientDataJSON = clientData("webauthn.get", options.challenge, origin)
    // In jsdom a `Buffer` is not a `Uint8Array`.
    const signed = new Uint8Array(Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]))
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: "public-key",
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(p256.sign(signed, this.secret, { format: "der" }))
      },
      clientExtensionResults: {}
    }
  }
}
