export * from "../session/Tokens.ts"
