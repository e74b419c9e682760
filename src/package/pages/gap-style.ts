/** How the list of what is missing looks, wherever it stands. */
export const gapStyle = `.gaps { margin-bottom: 2.75rem; padding: 1.25rem 1.5rem; border-left: 3px solid var(--accent); background: var(--leaf); }
.gaps ul { margin-top: 0.6rem; list-style: none; }
.gaps li { padding: 0.3rem 0; }
.gaps li .facts { margin-inline-start: 0.5em; }
`;
