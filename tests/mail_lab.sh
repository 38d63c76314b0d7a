#!/usr/bin/env bash
# mail_lab.sh - a throw-away mail host on loopback for integration tests.
#
#   Postfix  : SMTP on 127.0.0.1:$SMTP_PORT (plain MX), submission on $SUBMIT_PORT
#              (STARTTLS + AUTH); hands mail to Dovecot over LMTP on a UNIX socket
#   Dovecot  : IMAP on $IMAP_PORT (STARTTLS) and IMAPS on $IMAPS_PORT, Maildir store
#
# No systemd, no change to /etc, one private directory, nothing ever leaves the
# machine (the default transport is an error). Needs root, because Postfix does.
#
#   apt-get update && apt-get install -y --no-install-recommends \
#       postfix dovecot-imapd dovecot-lmtpd openssl
#
#   mail_lab.sh start [DIR]     start both servers, wait until they answer
#   mail_lab.sh stop  [DIR]     stop both, by their own pid files
#   mail_lab.sh env   [DIR]     print shell lines with host, ports, users, CA file
#   mail_lab.sh log   [DIR]     print both logs
#
# Users (password = the user's name + "-secret"): judge alice bob carol dave,
# all @pbem.test; XOAUTH2 takes tokens too, see below. judge+ANYTHING@pbem.test also reaches judge.
set -euo pipefail

cmd=${1:-help}
dir=${2:-${MAIL_LAB_DIR:-/tmp/mail-lab}}
domain=${MAIL_LAB_DOMAIN:-pbem.test}
users=${MAIL_LAB_USERS:-"judge alice bob carol dave"}
SMTP_PORT=${SMTP_PORT:-12525}
SUBMIT_PORT=${SUBMIT_PORT:-12587}
IMAP_PORT=${IMAP_PORT:-12143}
IMAPS_PORT=${IMAPS_PORT:-12993}

need() { command -v "$1" >/dev/null || { echo "mail_lab: $1 is not installed" >&2; exit 3; }; }

port_answers() {  # port_answers PORT 'greeting regex'
  timeout 2 bash -c "exec 3<>/dev/tcp/127.0.0.1/$1 && read -r -t 2 l <&3 && [[ \$l =~ $2 ]]" 2>/dev/null
}

write_config() {
  mkdir -p "$dir"/{postfix,queue,data,dovecot,run,state,mail,log,tls}
  chmod 755 "$dir"                     # postfix and dovecot drop their rights
  chown postfix "$dir/data"
  chown mail:mail "$dir/mail"

  if [ ! -s "$dir/tls/cert.pem" ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \
      -subj "/CN=localhost" -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" \
      -keyout "$dir/tls/key.pem" -out "$dir/tls/cert.pem" 2>/dev/null
    chmod 600 "$dir/tls/key.pem"
  fi

  : >"$dir/dovecot/users"; : >"$dir/postfix/mailboxes"
  for u in $users; do
    echo "$u@$domain:{PLAIN}$u-secret" >>"$dir/dovecot/users"
    echo "$u@$domain OK" >>"$dir/postfix/mailboxes"
  done
  chown root:dovecot "$dir/dovecot/users"; chmod 640 "$dir/dovecot/users"

  cat >"$dir/postfix/main.cf" <<CF
compatibility_level = 3.6
queue_directory = $dir/queue
data_directory = $dir/data
maillog_file = $dir/log/postfix.log
maillog_file_prefixes = $dir/log
myhostname = mail.$domain
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
relayhost =
default_transport = error:5.1.2 this lab never sends to the outside
relay_transport = error:5.1.2 this lab never sends to the outside
virtual_mailbox_domains = $domain
virtual_mailbox_maps = texthash:$dir/postfix/mailboxes
virtual_transport = lmtp:unix:$dir/run/lmtp
recipient_delimiter = +
message_size_limit = 26214400
mailbox_size_limit = 0
smtpd_peername_lookup = no
smtpd_client_connection_rate_limit = 0
smtpd_recipient_restrictions = reject_unauth_destination
smtpd_relay_restrictions = reject_unauth_destination
smtpd_tls_security_level = may
smtpd_tls_cert_file = $dir/tls/cert.pem
smtpd_tls_key_file = $dir/tls/key.pem
smtpd_sasl_type = dovecot
smtpd_sasl_path = $dir/run/auth-smtp
smtpd_sasl_auth_enable = no
smtputf8_enable = no
alias_maps =
smtpd_error_sleep_time = 0
CF
  [ -e /etc/postfix/dynamicmaps.cf ] && cp -r /etc/postfix/dynamicmaps.cf* "$dir/postfix/"
  cp -r /etc/postfix/postfix-files* "$dir/postfix/" 2>/dev/null || true

  cat >"$dir/postfix/master.cf" <<CF
127.0.0.1:$SMTP_PORT inet n - n - - smtpd
127.0.0.1:$SUBMIT_PORT inet n - n - - smtpd
  -o syslog_name=postfix/submission
  -o smtpd_tls_security_level=encrypt
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
pickup    unix n - n 60 1 pickup
cleanup   unix n - n -  0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
lmtp      unix - - n - - lmtp
local     unix - n n - - local
virtual   unix - n n - - virtual
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
showq     unix n - n - - showq
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
CF

  # tokens for XOAUTH2: JWT with `sub`, signed with HS256 and the key `pbem-lab`
  mkdir -p "$dir/dovecot/keys/default/HS256"
  printf 'pbem-lab' | base64 >"$dir/dovecot/keys/default/HS256/default"
  cat >"$dir/dovecot/oauth2.conf" <<CF
introspection_mode = local
local_validation_key_dict = fs:posix:prefix=$dir/dovecot/keys/
username_attribute = sub
CF

  cat >"$dir/dovecot/dovecot.conf" <<CF
base_dir = $dir/run
state_dir = $dir/state
log_path = $dir/log/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <$dir/tls/cert.pem
ssl_key = <$dir/tls/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2
auth_failure_delay = 0
first_valid_uid = 1
mail_location = maildir:$dir/mail/%d/%n
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
passdb {
  driver = passwd-file
  args = username_format=%u $dir/dovecot/users
}
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = $dir/dovecot/oauth2.conf
}
userdb {
  driver = static
  args = uid=mail gid=mail home=$dir/mail/%d/%n allow_all_users=yes
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    auto = create
    special_use = \Sent
  }
}
service imap-login {
  inet_listener imap {
    port = $IMAP_PORT
  }
  inet_listener imaps {
    port = $IMAPS_PORT
    ssl = yes
  }
}
mail_max_userip_connections = 50
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service lmtp {
  unix_listener lmtp {
    mode = 0666
  }
}
service auth {
  unix_listener auth-smtp {
    mode = 0660
    user = postfix
    group = postfix
  }
}
CF
}

start() {
  [ "$(id -u)" = 0 ] || { echo "mail_lab: needs root" >&2; exit 3; }
  need postfix; need dovecot; need openssl
  if [ ${#dir} -gt 70 ]; then
    echo "mail_lab: $dir is too long for UNIX sockets (108 bytes); use a short path" >&2; exit 3
  fi
  if [ -e "$dir/run/master.pid" ] && port_answers "$SMTP_PORT" '^220'; then
    echo "mail_lab: already up in $dir"; return 0
  fi
  write_config
  dovecot -c "$dir/dovecot/dovecot.conf"
  postfix -c "$dir/postfix" start >"$dir/log/postfix-start.log" 2>&1 ||
    { cat "$dir/log/postfix-start.log" "$dir/log/postfix.log" >&2; exit 4; }
  for _ in $(seq 100); do
    if port_answers "$SMTP_PORT" '^220' && port_answers "$SUBMIT_PORT" '^220' &&
       port_answers "$IMAP_PORT" 'OK'; then
      echo "mail_lab: up in $dir (smtp $SMTP_PORT, submission $SUBMIT_PORT, imap $IMAP_PORT, imaps $IMAPS_PORT)"
      return 0
    fi
    sleep 0.1
  done
  echo "mail_lab: did not answer in time" >&2
  cat "$dir"/log/* >&2
  exit 4
}

stop() {
  postfix -c "$dir/postfix" stop >/dev/null 2>&1 || true
  [ -s "$dir/run/master.pid" ] && dovecot -c "$dir/dovecot/dovecot.conf" stop || true
  for _ in $(seq 50); do
    [ -e "$dir/run/master.pid" ] || break
    sleep 0.1
  done
  echo "mail_lab: stopped"
}

case $cmd in
  start) start ;;
  stop) stop ;;
  restart) stop; start ;;
  log) cat "$dir"/log/* ;;
  env)
    cat <<OUT
export MAIL_LAB_HOST=127.0.0.1
export MAIL_LAB_SMTP_PORT=$SMTP_PORT
export MAIL_LAB_SUBMIT_PORT=$SUBMIT_PORT
export MAIL_LAB_IMAP_PORT=$IMAP_PORT
export MAIL_LAB_IMAPS_PORT=$IMAPS_PORT
export MAIL_LAB_DOMAIN=$domain
export MAIL_LAB_CA=$dir/tls/cert.pem
export MAIL_LAB_MAIL=$dir/mail
OUT
    ;;
  *) sed -n '2,26p' "$0" | sed 's/^# \{0,1\}//'; [ "$cmd" = help ] ;;
esac
