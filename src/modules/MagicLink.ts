export * from "../auth/MagicLink.ts"
