export * from "../../server/NotificationPreferences.ts"
