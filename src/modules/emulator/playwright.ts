export * from "../../emulator/playwright/index.ts"
