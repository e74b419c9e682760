import { html, type Markup } from "../../../shared/html.ts";
import { plainName } from "../../contents/plain-name.ts";
import { masteryScore } from "./mastery.ts";

interface Sco {
  /** Made of our own names only. */
  readonly id: string;
  readonly title: string;
  /** The files of the package, the page first. */
  readonly paths: readonly string[];
}

/** The manifest of a SCORM 1.2 package with one SCO. */
export function scoManifest({ id, title, paths }: Sco): Markup {
  const name = plainName(title);
  return html`<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" identifier="M_${id}" version="1.0">
<metadata>
<schema>ADL SCORM</schema>
<schemaversion>1.2</schemaversion>
</metadata>
<organizations default="O_1">
<organization identifier="O_1">
<title>${name}</title>
<item identifier="I_1" identifierref="R_1" isvisible="true">
<title>${name}</title>
<adlcp:masteryscore>${masteryScore}</adlcp:masteryscore>
</item>
</organization>
</organizations>
<resources>
<resource identifier="R_1" type="webcontent" adlcp:scormtype="sco" href="${paths[0]}">
${paths.map((path) => html`<file href="${path}"/>\n`)}</resource>
</resources>
</manifest>
`;
}
