export * from "../auth/Totp.ts"
