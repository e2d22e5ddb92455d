/** DynamoDB's maximum of days for point-in-time recovery. */
export const restorableDays = 35
