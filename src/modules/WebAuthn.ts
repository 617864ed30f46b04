export * from "../platform/WebAuthn.ts"
