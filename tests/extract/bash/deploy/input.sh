#!/usr/bin/env bash
source ./lib/common.sh
. "$DIR/env.sh"
export VERSION=1.2
readonly RELEASES=/srv/releases
target=production
declare -r RETRIES=3
alias deploy='run_deploy'

log() { echo "$1"; }

function build_image() {
  local tag=$1
  docker build -t "$tag" . && push_image "$tag"
  log "done"
}

push_image() {
  retry docker push "$(image_name)" | tee -a log
}

trap cleanup EXIT
if migrate_database; then
  build_image "$VERSION"
fi
