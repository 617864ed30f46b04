export * from "../../emulator/testing.ts"
