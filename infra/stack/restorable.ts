/** DynamoDB's maximum. */
export const restorableDays = 35
