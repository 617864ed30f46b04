export * from "../wire/KnownErrors.ts"
