/**
 * For every connection that money depends on. The server releases the locks of a machine that has vanished after about a minute, and ends the
 * transaction of a process that was suspended in it, so that others need not wait for either. A server may be configured to confirm commits before they
 * are on disk; this overrides it.
 */
export const sessionSettings = `
  SET client_min_messages = warning;
  SET idle_in_transaction_session_timeout = '10s';
  SET lock_timeout = '15s';
  SET tcp_keepalives_idle = 30;
  SET tcp_keepalives_interval = 10;
  SET tcp_keepalives_count = 3;
  SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off';`;
