/** The passing score of a lesson, out of 100. */
export const masteryScore = 70;
