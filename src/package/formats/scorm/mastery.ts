/** The score of 100 with which a lesson is passed. */
export const masteryScore = 70;
