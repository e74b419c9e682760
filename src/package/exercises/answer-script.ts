/**
 * `foldAnswer` of `answer.ts` for pages: the same answers are right in a browser as here. A constant and no printed function, because a
 * compiler may print one in another way. No pattern in it looks behind: a browser of a few years ago would refuse the whole script.
 */
export const answerScript = `const optionalMarks = /[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u0652\\u0670]/gu;
function withoutEdges(text) {
  const sign = /^[\\s\\p{P}]$/u;
  const letters = [...text];
  let start = 0;
  let end = letters.length;
  while (start < end && sign.test(letters[start])) start += 1;
  while (end > start && sign.test(letters[end - 1])) end -= 1;
  return letters.slice(start, end).join("");
}
function foldAnswer(answer, tag) {
  const plain = answer.normalize("NFC").replace(/[\\u2018\\u2019\\u02bc\\u0060\\u00b4]/g, "'").replace(/[\\u2010-\\u2013]/g, "-");
  const bare = withoutEdges(plain) || plain;
  const small = [...bare.trim().replace(optionalMarks, "")].map((letter) => letter.toLocaleLowerCase(tag)).join("");
  return small.replace(/ς/g, "σ").replace(/\\s+/gu, " ");
}
`;
