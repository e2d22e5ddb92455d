/** As far back as DynamoDB restores. */
export const restorableDays = 35
