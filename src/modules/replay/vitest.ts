export * from "../../replay/vitest.ts"
