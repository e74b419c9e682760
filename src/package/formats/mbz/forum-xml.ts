import { html, type Markup } from "../../../shared/html.ts";
import { promptList } from "../../quiz/open-tasks.ts";
import { inPlatformPage } from "../../quiz/platform-page.ts";
import { asXmlText } from "../../quiz/platform-text.ts";
import type { ForumActivity, Outline, OutlineLesson } from "./outline.ts";

/** The questions of a lesson as the one discussion of a forum, which Moodle begins as it restores it. Ungraded, and nobody is subscribed. */
export function forumXml({ id, name }: ForumActivity, lesson: OutlineLesson, { seconds }: Outline): Markup {
  const questions = inPlatformPage(lesson, promptList(lesson) ?? html``);
  return html`<forum id="${id}">
<type>single</type>
<name>${name}</name>
<intro>${asXmlText(questions)}</intro>
<introformat>1</introformat>
<duedate>0</duedate>
<cutoffdate>0</cutoffdate>
<assessed>0</assessed>
<assesstimestart>0</assesstimestart>
<assesstimefinish>0</assesstimefinish>
<scale>0</scale>
<maxbytes>0</maxbytes>
<maxattachments>1</maxattachments>
<forcesubscribe>0</forcesubscribe>
<trackingtype>1</trackingtype>
<rsstype>0</rsstype>
<rssarticles>0</rssarticles>
<timemodified>${seconds}</timemodified>
<warnafter>0</warnafter>
<blockafter>0</blockafter>
<blockperiod>0</blockperiod>
<completiondiscussions>0</completiondiscussions>
<completionreplies>0</completionreplies>
<completionposts>0</completionposts>
<displaywordcount>0</displaywordcount>
<lockdiscussionafter>0</lockdiscussionafter>
<grade_forum>0</grade_forum>
<discussions>
</discussions>
<subscriptions>
</subscriptions>
<digests>
</digests>
<readposts>
</readposts>
<trackedprefs>
</trackedprefs>
</forum>
`;
}
